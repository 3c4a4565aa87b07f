namespace S7OpcBridge.Map;

/// <summary>Checks who may read a file that contains a secret: a password, a private key, the users.</summary>
public static class SecretFile
{
    private const UnixFileMode Group = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute;
    private const UnixFileMode Others = UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>
    /// Returns true where others than the owner may read or write the file; always false on systems without file owners. A process that is not root also
    /// accepts a file owned by root that its group may read: this is how an administrator or Kubernetes provides a secret. Links are followed.
    /// </summary>
    /// <exception cref="IOException">The file does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">Its status cannot be read.</exception>
    public static bool IsOpenToOthers(string path) => IsOpenToOthers(path, Environment.IsPrivilegedProcess);

    /// <inheritdoc cref="IsOpenToOthers(string)"/>
    /// <param name="path">The file.</param>
    /// <param name="isRoot">True: the check is made for root.</param>
    public static bool IsOpenToOthers(string path, bool isRoot)
    {
        if (OperatingSystem.IsWindows())
            return false;
        var target = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        var mode = File.GetUnixFileMode(target);
        return (mode & Others) != 0 || ((mode & Group) != 0 && (isRoot || (mode & Group) != UnixFileMode.GroupRead || !IsOfRoot(target)));
    }

    private static bool IsOfRoot(string path) => FileStatus.Read(path) is { Kind: FileStatus.Regular, Owner: 0 };
}
