"""What `tablier selfplay` has written: arrays, records, Parquet, and a sheet that explains them."""

from tablier.research.dataset.dataset import Dataset

__all__ = ["Dataset"]
