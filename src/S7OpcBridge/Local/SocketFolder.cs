using System.Buffers.Binary;
using System.Net.Sockets;
using S7OpcBridge.Map;

namespace S7OpcBridge.Local;

/// <summary>
/// Checks whether a folder of local sockets can be trusted. Anybody could have created a folder below /tmp before the bridge did, and a listener in it could
/// give an administrator false answers. Trusted are folders of this user or of root that nobody else may change; root also trusts service folders in /run,
/// where only root creates folders.
/// </summary>
internal static class SocketFolder
{
    private const UnixFileMode OfOthers = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    // SOL_SOCKET, SO_PEERCRED and struct ucred { pid, uid, gid } of Linux (unix(7)).
    private const int SocketLevel = 1,
        PeerCredentials = 17,
        CredentialsSize = 12,
        UidAt = 4;

    /// <summary>The fault of a folder with its remedy; null: it is trusted, or the system has no file owners.</summary>
    public static string? FaultOf(string folder) => FaultOf(folder, FileOwner.Me);

    /// <inheritdoc cref="FaultOf(string)"/>
    /// <param name="me">The user of this process; null: unknown.</param>
    public static string? FaultOf(string folder, uint? me)
    {
        if (OperatingSystem.IsWindows())
            return null;
        if ((File.GetUnixFileMode(folder) & OfOthers) != 0)
            return $"others may write to {folder}; prevent this with chmod 700";
        if (me is not { } user || FileOwner.Read(folder) is not { } owner || FileOwner.Read(folder, ofLink: true) is not { } link)
            return null;
        var isOurs = MayBelieve(owner.User, user) && MayBelieve(link.User, user);
        return isOurs || (user == FileOwner.Root && IsMadeByRoot(folder))
            ? null
            : $"{folder} belongs to user {(MayBelieve(owner.User, user) ? link.User : owner.User)} and not to user {user}; remove it, or run this as that user";
    }

    /// <summary>True where the process at the other end of a connection runs as the owner of the socket's folder, as root, or as this user.</summary>
    public static bool IsOwnersEnd(Socket socket, string path)
    {
        if (FileOwner.Me is not { } me)
            return true;
        Span<byte> credentials = stackalloc byte[CredentialsSize];
        if (socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) != CredentialsSize)
            return false;
        var peer = BinaryPrimitives.ReadUInt32LittleEndian(credentials[UidAt..]);
        return MayBelieve(peer, me) || peer == FileOwner.Read(Path.GetDirectoryName(path)!)?.User;
    }

    private static bool MayBelieve(uint owner, uint me) => owner == me || owner == FileOwner.Root;

    // systemd creates the folder of a service, and a link to it where the service has a dynamic user.
    private static bool IsMadeByRoot(string folder)
    {
        var parent = Path.GetDirectoryName(Path.GetFullPath(folder))!;
        return FileOwner.Read(parent)?.User == FileOwner.Root
            && !OperatingSystem.IsWindows()
            && (File.GetUnixFileMode(parent) & OfOthers) == 0;
    }
}
