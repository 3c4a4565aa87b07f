namespace S7OpcBridge.Map.Files;

/// <summary>A new content of a file, written beside it and then put in its place.</summary>
internal sealed class FileReplacement : IDisposable
{
    private readonly string _target;
    private readonly string _unfinished;
    private bool _isDone;

    private FileReplacement(string target, string unfinished) => (_target, _unfinished) = (target, unfinished);

    /// <summary>The file itself, behind all links.</summary>
    /// <exception cref="IOException">A link leads nowhere.</exception>
    public static string TargetOf(string path)
    {
        var full = Path.GetFullPath(path);
        return new FileInfo(full).LinkTarget is null ? full : File.ResolveLinkTarget(full, returnFinalTarget: true)?.FullName ?? full;
    }

    /// <summary>Writes the content beside the file itself, with its mode and owner.</summary>
    /// <exception cref="IOException">It cannot be written, or the owner cannot be kept.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static FileReplacement Write(string path, ReadOnlySpan<byte> bytes)
    {
        var target = TargetOf(path);
        return Write(target, bytes, AtomicFile.Secret, file => CopyOwnerAndMode(file, target));
    }

    /// <summary>Writes the content beside a file, down to the disk.</summary>
    /// <param name="target">The file; a link is replaced itself.</param>
    /// <param name="bytes">The content.</param>
    /// <param name="mode">Mode of the new file.</param>
    /// <param name="prepare">Gives it owner and mode before it has content.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static FileReplacement Write(string target, ReadOnlySpan<byte> bytes, UnixFileMode mode, Action<FileStream> prepare)
    {
        // Readers of folders ignore names that begin with a dot.
        var replacement = new FileReplacement(target, Path.Combine(Path.GetDirectoryName(target)!, $".{Guid.NewGuid():N}"));
        try
        {
            var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = mode;
            using var file = new FileStream(replacement._unfinished, options);
            prepare(file);
            file.Write(bytes);
            file.Flush(flushToDisk: true);
            return replacement;
        }
        catch
        {
            replacement.Dispose();
            throw;
        }
    }

    /// <summary>Puts it in the place of the file.</summary>
    /// <exception cref="IOException">It cannot take the place.</exception>
    public void Finish()
    {
        File.Move(_unfinished, _target, overwrite: true);
        _isDone = true;
    }

    public void Dispose()
    {
        if (!_isDone)
            File.Delete(_unfinished);
    }

    private static void CopyOwnerAndMode(FileStream unfinished, string target)
    {
        if (!OperatingSystem.IsLinux())
            return;
        var isThere = File.Exists(target);
        if (
            FileOwner.Read(isThere ? target : Path.GetDirectoryName(target)!) is { } owner
            && (isThere || Environment.IsPrivilegedProcess)
            && owner != FileOwner.Read(unfinished.Name)
        )
            owner.ApplyTo(unfinished.SafeFileHandle);
        File.SetUnixFileMode(unfinished.SafeFileHandle, isThere ? File.GetUnixFileMode(target) : AtomicFile.Open);
    }
}
