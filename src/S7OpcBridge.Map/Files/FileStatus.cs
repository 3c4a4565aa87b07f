using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace S7OpcBridge.Map;

/// <summary>Kind and owner of a file or folder, read with statx without opening it. Available on Linux only.</summary>
/// <param name="Kind">Kind of the file: a value of S_IFMT in <c>stat.h</c>.</param>
/// <param name="Owner">User id of its owner; 0: root.</param>
/// <param name="Group">Group id.</param>
public readonly record struct FileStatus(int Kind, uint Owner, uint Group)
{
    /// <summary>Kind of a regular file.</summary>
    public const int Regular = 0x8000;

    /// <summary>Kind of a folder.</summary>
    public const int Folder = 0x4000;

    // include/uapi/linux/fcntl.h and stat.h; the layout of struct statx is the same on all processors.
    private const int CurrentFolder = -100,
        NotThroughLinks = 0x100,
        StatxSize = 256,
        UidAt = 20,
        GidAt = 24,
        ModeAt = 28,
        KindMask = 0xF000;
    private const uint StatxTypeModeUidGid = 0x1 | 0x2 | 0x8 | 0x10;

    /// <summary>The status of a file.</summary>
    /// <param name="path">A file or folder.</param>
    /// <param name="ofLink">True: status of a link itself; false: of its target.</param>
    /// <returns>Null where it does not exist or the system does not support the call.</returns>
    public static FileStatus? Read(string path, bool ofLink = false)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        var answer = new byte[StatxSize];
        if (Statx(CurrentFolder, Encoding.UTF8.GetBytes(path + '\0'), ofLink ? NotThroughLinks : 0, StatxTypeModeUidGid, answer) != 0)
            return null;
        var kind = BinaryPrimitives.ReadUInt16LittleEndian(answer.AsSpan(ModeAt)) & KindMask;
        return new FileStatus(
            kind,
            BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(UidAt)),
            BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(GidAt))
        );
    }

    /// <summary>The kind of the file in words; null for a regular file.</summary>
    public string? Words =>
        Kind switch
        {
            0x1000 => "a named pipe",
            0x2000 or 0x6000 => "a device",
            Folder => "a folder",
            0xC000 => "a socket",
            _ => null,
        };

    [DllImport("libc", EntryPoint = "statx"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Statx(int folder, byte[] path, int flags, uint mask, byte[] answer);
}
