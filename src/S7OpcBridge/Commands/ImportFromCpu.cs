using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge;

/// <summary><c>import s7plus://HOST[:PORT]</c>: the symbols of a CPU.</summary>
internal static class ImportFromCpu
{
    private const string Scheme = "s7plus";
    private const int DefaultPort = 102;

    /// <summary>True for <c>s7plus://…</c>.</summary>
    public static bool IsCpu(string source) => source.StartsWith(Scheme + "://", StringComparison.OrdinalIgnoreCase);

    /// <summary>Asks a CPU; null after an error.</summary>
    /// <param name="source">The CPU.</param>
    /// <param name="wish">How to get in.</param>
    /// <param name="file">Name of the map's file.</param>
    /// <param name="options">What the user wishes of the map.</param>
    /// <param name="error">Takes what went wrong, and which certificate was trusted.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task<ImportResult?> RunAsync(
        string source,
        CpuWish wish,
        string file,
        ImportOptions options,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        if (!Uri.TryCreate(source, UriKind.Absolute, out var address) || address.Host.Length == 0 || address.AbsolutePath is not ("" or "/"))
        {
            error.WriteLine($"s7opcbridge: '{source}' names no CPU; write s7plus://192.168.10.30, with :PORT behind it where it is not {DefaultPort}.");
            return null;
        }
        try
        {
            var password = wish.PasswordFile is { } path ? ReadPassword(path) : null;
            await using var log = wish.WireLog is { } logPath ? WireLogFile.Open(logPath) : null;
            var connection = new S7PlusConnectionOptions
            {
                Host = address.DnsSafeHost,
                Port = address.Port < 0 ? DefaultPort : address.Port,
                CertificateCheck = wish.Thumbprint is { } thumbprint ? S7PlusCertificateChecks.Pin(thumbprint) : (shown, _) =>
                {
                    error.WriteLine($"The CPU shows the certificate {shown.Thumbprint} ({shown.Subject}); it is trusted for this import. Compare it with TIA "
                        + "Portal, or give it with --certificate.");
                    return ValueTask.FromResult(S7PlusTrust.Yes);
                },
                Password = password is null ? null : _ => ValueTask.FromResult(new S7PlusPassword(password, wish.User ?? "")),
                WireLog = log?.Of(address.DnsSafeHost),
            };
            return await RunAsync(connection, source, file, options, error, cancellationToken);
        }
        catch (Exception fault) when (fault is StartException or FormatException)
        {
            error.WriteLine($"s7opcbridge: {fault.Message}");
            return null;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException or UnusableFileException)
        {
            error.WriteLine($"s7opcbridge: the password file '{wish.PasswordFile}' cannot be used: {fault.Message}");
            return null;
        }
    }

    private static async Task<ImportResult?> RunAsync(
        S7PlusConnectionOptions options, string source, string file, ImportOptions wishes, TextWriter error, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancellationToken);
            return await CpuImport.RunAsync(connection, source, options.Port, file, wishes, cancellationToken);
        }
        catch (S7PlusException failure)
        {
            var diagnosis = S7PlusDiagnosis.OfFailure(failure, options.Password is not null);
            error.WriteLine($"s7opcbridge: {diagnosis.Sentence} {diagnosis.Fix}");
            return null;
        }
    }

    /// <summary>The password in a file that only its owner may read.</summary>
    public static string ReadPassword(string path)
    {
        if (SecretFile.IsOpenToOthers(path))
            throw new StartException($"others may read the password file '{path}'; let only its owner read it: chmod 600 {path}");
        return UserFile.ReadText(path, UserFile.MaxSmall).TrimEnd('\r', '\n');
    }
}

/// <summary>How to get into a CPU.</summary>
/// <param name="PasswordFile">File with the password; null: none is given.</param>
/// <param name="User">User that the password belongs to; null: the CPU knows access levels alone.</param>
/// <param name="Thumbprint">The certificate that is trusted; null: the one that it shows.</param>
/// <param name="WireLog">File for what passes on the wire; null: none.</param>
internal sealed record CpuWish(string? PasswordFile, string? User, string? Thumbprint, string? WireLog);
