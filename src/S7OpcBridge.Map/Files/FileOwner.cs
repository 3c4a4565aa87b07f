using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.Map;

/// <summary>The owner and group of a file or folder; known on Linux only.</summary>
/// <param name="User">User id; 0: root.</param>
/// <param name="Group">Group id.</param>
public readonly record struct FileOwner(uint User, uint Group)
{
    /// <summary>The user id of root.</summary>
    public const uint Root = 0;

    /// <summary>The user of this process; null where unknown.</summary>
    public static uint? Me => OperatingSystem.IsLinux() ? EffectiveUser() : null;

    /// <summary>The owner of a file; null where it does not exist or the owner is unknown.</summary>
    /// <param name="path">A file or folder.</param>
    /// <param name="ofLink">True: owner of a link itself; false: of its target.</param>
    public static FileOwner? Read(string path, bool ofLink = false) =>
        FileStatus.Read(path, ofLink) is { } status ? new FileOwner(status.Owner, status.Group) : null;

    /// <summary>Sets the owner and group of an open file to these; requires root.</summary>
    /// <exception cref="IOException">The owner cannot be changed.</exception>
    public void ApplyTo(SafeFileHandle file)
    {
        if (Chown(file, User, Group) != 0)
            throw new IOException($"the file cannot be given to user {User}: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");
    }

    [DllImport("libc", EntryPoint = "fchown", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Chown(SafeFileHandle file, uint user, uint group);

    [DllImport("libc", EntryPoint = "geteuid"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern uint EffectiveUser();
}
