using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>The user and the group that a file or a folder belongs to; on Linux only, elsewhere nothing is known.</summary>
/// <param name="User">Number of the user; 0: root.</param>
/// <param name="Group">Number of the group.</param>
internal readonly record struct FileOwner(uint User, uint Group)
{
    public const uint Root = 0;

    /// <summary>The user of this process; null where the system does not say.</summary>
    public static uint? Me => OperatingSystem.IsLinux() ? EffectiveUser() : null;

    /// <summary>Whose it is; null where there is no such file, or the system does not say.</summary>
    /// <param name="path">A file or a folder.</param>
    /// <param name="ofLink">True: of a link itself; false: of what it leads to.</param>
    public static FileOwner? Of(string path, bool ofLink = false) => FileStatus.Of(path, ofLink) is { } status ? new FileOwner(status.Owner, status.Group) : null;

    /// <summary>Gives an open file to this user and group; only root may.</summary>
    /// <exception cref="IOException">It cannot be given away.</exception>
    public void Take(SafeFileHandle file)
    {
        if (Chown(file, User, Group) != 0)
            throw new IOException($"the file cannot be given to user {User}: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");
    }

    [DllImport("libc", EntryPoint = "fchown", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Chown(SafeFileHandle file, uint user, uint group);

    [DllImport("libc", EntryPoint = "geteuid"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern uint EffectiveUser();
}
