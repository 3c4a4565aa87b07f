namespace S7OpcBridge.History.Recording;

/// <summary>Keeps a second process from writing to the same store.</summary>
internal sealed class StoreLock : IDisposable
{
    private readonly FileStream _file;

    private StoreLock(FileStream file) => _file = file;

    /// <summary>Takes it.</summary>
    /// <exception cref="HistoryException">Another process has it.</exception>
    public static StoreLock Take(string folder)
    {
        var path = Path.Combine(folder, "store.lock");
        try
        {
            return new(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException e) when (File.Exists(path) && e is not (DirectoryNotFoundException or PathTooLongException))
        {
            throw new HistoryException($"The history in {folder} is in use by another process. Stop it, or give this one another folder.", e);
        }
    }

    public void Dispose() => _file.Dispose();
}
