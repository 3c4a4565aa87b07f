namespace S7OpcBridge.History.Recording;

/// <summary>Keeps a second process from writing to the same store.</summary>
internal sealed class StoreLock : IDisposable
{
    // EWOULDBLOCK of Linux and macOS, ERROR_SHARING_VIOLATION.
    private const int LockedOnLinux = 11,
        LockedOnMac = 35,
        LockedOnWindows = unchecked((int)0x80070020);

    private readonly FileStream _file;

    private StoreLock(FileStream file) => _file = file;

    /// <summary>Acquires the lock of a folder.</summary>
    /// <exception cref="HistoryException">Another process has it.</exception>
    public static StoreLock Acquire(string folder)
    {
        var path = Path.Combine(folder, "store.lock");
        try
        {
            return new(StoreFile.Open(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException e) when (e.HResult is LockedOnLinux or LockedOnMac or LockedOnWindows)
        {
            throw new HistoryException(
                $"The history in {folder} is in use by another process. Stop it, or give this one another folder.",
                e
            )
            {
                IsInUse = true,
            };
        }
    }

    public void Dispose() => _file.Dispose();
}
