using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.History;

/// <summary>Makes the files and folders of a store so that only their owner may read them: they tell what the plant did.</summary>
internal static class StoreFile
{
    private const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Opens a file, and makes it where the mode says so.</summary>
    public static FileStream Open(string path, FileMode mode, FileAccess access, FileShare share)
    {
        var options = new FileStreamOptions
        {
            Mode = mode,
            Access = access,
            Share = share,
        };
        if (!OperatingSystem.IsWindows() && mode is not (FileMode.Open or FileMode.Truncate))
            options.UnixCreateMode = Mode;
        return new FileStream(path, options);
    }

    /// <summary>The same without a stream.</summary>
    public static SafeFileHandle OpenHandle(string path, FileMode mode, FileAccess access, FileShare share)
    {
        if (mode != FileMode.Open)
            Open(path, mode, access, share).Dispose();
        return File.OpenHandle(path, FileMode.Open, access, share);
    }

    /// <summary>Makes a folder unless it is there; one that is there stays as it is.</summary>
    public static void MakeFolder(string path)
    {
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(path);
        else
            Directory.CreateDirectory(path, Mode | UnixFileMode.UserExecute);
    }
}
