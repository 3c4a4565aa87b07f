namespace S7OpcBridge.Map;

/// <summary>Who may read a file with a secret in it: a password, a private key, the users.</summary>
public static class SecretFile
{
    private const UnixFileMode Group = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute;
    private const UnixFileMode Others = UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>
    /// True where the system knows owners, and more than its owner may read or write the file. A service that is not root takes a file of root that its group may
    /// read: that is how an administrator, or Kubernetes, hands it a secret. Links are followed.
    /// </summary>
    /// <exception cref="IOException">There is no such file.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be looked at.</exception>
    public static bool IsOpenToOthers(string path) => IsOpenToOthers(path, Environment.IsPrivilegedProcess);

    /// <inheritdoc cref="IsOpenToOthers(string)"/>
    /// <param name="path">The file.</param>
    /// <param name="isRoot">Root asks, whose own file it then is.</param>
    public static bool IsOpenToOthers(string path, bool isRoot)
    {
        if (OperatingSystem.IsWindows())
            return false;
        var target = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        var mode = File.GetUnixFileMode(target);
        return (mode & Others) != 0 || ((mode & Group) != 0 && (isRoot || (mode & Group) != UnixFileMode.GroupRead || !IsOfRoot(target)));
    }

    private static bool IsOfRoot(string path) => FileStatus.Of(path) is { Kind: FileStatus.Regular, Owner: 0 };
}
