namespace S7OpcBridge.Map;

/// <summary>
/// The state of a file: it differs when the file was written, replaced, made or removed. Follows symbolic links, because Kubernetes changes a ConfigMap or a
/// Secret by redirecting one. The default stands for a file that is missing or cannot be looked at, for example because it is being replaced.
/// </summary>
/// <param name="Target">The file itself, behind links of that name.</param>
/// <param name="Folder">Where its folder leads, if that is a link: each version of a folder has its own target.</param>
/// <param name="IsFolder">True for a folder. Nothing else counts of it: its files have stamps of their own.</param>
/// <param name="Written">When it was last written.</param>
/// <param name="Length">Its length in bytes.</param>
public readonly record struct FileStamp(string? Target, string? Folder, bool IsFolder, DateTime Written, long Length)
{
    /// <summary>The present state of a file or folder.</summary>
    public static FileStamp Read(string path) => Read(new FileInfo(path));

    /// <summary>The same of what is known about a file already.</summary>
    public static FileStamp Read(FileInfo file)
    {
        try
        {
            if (IsThere(file) && file.Attributes.HasFlag(FileAttributes.ReparsePoint))
                file = (FileInfo?)file.ResolveLinkTarget(returnFinalTarget: true) ?? file;
            if (!IsThere(file))
                return default;
            var folder = Directory.ResolveLinkTarget(file.DirectoryName!, returnFinalTarget: true)?.FullName;
            return file.Attributes.HasFlag(FileAttributes.Directory)
                ? new FileStamp(file.FullName, folder, IsFolder: true, default, 0)
                : new FileStamp(file.FullName, folder, IsFolder: false, file.LastWriteTimeUtc, file.Length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }

    // Unlike Exists, true for a folder too.
    private static bool IsThere(FileInfo file) => (int)file.Attributes != -1;
}
