using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace S7OpcBridge.Map;

/// <summary>Kind and owner of a file, asked of the Linux kernel without opening it; links are followed.</summary>
/// <param name="Kind">Kind of the file: a value of S_IFMT in <c>stat.h</c>.</param>
/// <param name="Owner">User id of its owner.</param>
public readonly record struct FileStatus(int Kind, uint Owner)
{
    /// <summary>Kind of a regular file.</summary>
    public const int Regular = 0x8000;

    /// <summary>Kind of a folder.</summary>
    public const int Folder = 0x4000;

    // include/uapi/linux/fcntl.h and stat.h; the layout of struct statx is the same on all processors.
    private const int CurrentFolder = -100, StatxSize = 256, UidAt = 20, ModeAt = 28, KindMask = 0xF000;
    private const uint StatxTypeModeUid = 0x1 | 0x2 | 0x8;

    /// <summary>The status of a file; null where there is none, or the system does not tell.</summary>
    public static FileStatus? Of(string path)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        var answer = new byte[StatxSize];
        return Statx(CurrentFolder, Encoding.UTF8.GetBytes(path + '\0'), 0, StatxTypeModeUid, answer) == 0
            ? new FileStatus(BinaryPrimitives.ReadUInt16LittleEndian(answer.AsSpan(ModeAt)) & KindMask, BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(UidAt)))
            : null;
    }

    /// <summary>What the file is, in words; null for a regular file.</summary>
    public string? Words => Kind switch
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
