using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge;

/// <summary>The user and the group that a file or a folder belongs to; on Linux only, elsewhere nothing is known.</summary>
/// <param name="User">Number of the user; 0: root.</param>
/// <param name="Group">Number of the group.</param>
internal readonly record struct FileOwner(uint User, uint Group)
{
    public const uint Root = 0;

    // include/uapi/linux/fcntl.h and stat.h; the layout of struct statx is the same on all processors.
    private const int CurrentFolder = -100, NotThroughLinks = 0x100, StatxSize = 256, UidAt = 20, GidAt = 24;
    private const uint UidAndGid = 0x8 | 0x10;

    /// <summary>The user of this process; null where the system does not say.</summary>
    public static uint? Me => OperatingSystem.IsLinux() ? EffectiveUser() : null;

    /// <summary>Whose it is; null where there is no such file, or the system does not say.</summary>
    /// <param name="path">A file or a folder.</param>
    /// <param name="ofLink">True: of a link itself; false: of what it leads to.</param>
    public static FileOwner? Of(string path, bool ofLink = false)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        var answer = new byte[StatxSize];
        return Statx(CurrentFolder, Bytes(path), ofLink ? NotThroughLinks : 0, UidAndGid, answer) == 0
            ? new FileOwner(BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(UidAt)), BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(GidAt)))
            : null;
    }

    /// <summary>Gives an open file to this user and group; only root may.</summary>
    /// <exception cref="IOException">It cannot be given away.</exception>
    public void Take(SafeFileHandle file)
    {
        if (Chown(file, User, Group) != 0)
            throw new IOException($"the file cannot be given to user {User}: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");
    }

    private static byte[] Bytes(string path) => Encoding.UTF8.GetBytes(path + '\0');

    [DllImport("libc", EntryPoint = "statx"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Statx(int folder, byte[] path, int flags, uint mask, byte[] answer);

    [DllImport("libc", EntryPoint = "fchown", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Chown(SafeFileHandle file, uint user, uint group);

    [DllImport("libc", EntryPoint = "geteuid"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern uint EffectiveUser();
}
