using S7OpcBridge.Hosting;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Startup;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands.Import;

/// <summary><c>import s7plus://HOST[:PORT]</c>: imports the symbols of a CPU.</summary>
internal static class ImportFromCpu
{
    private const string Scheme = "s7plus";
    private const int DefaultPort = 102;

    /// <summary>True for <c>s7plus://…</c>.</summary>
    public static bool IsCpu(string source) => source.StartsWith(Scheme + "://", StringComparison.OrdinalIgnoreCase);

    /// <summary>Imports the symbols of a CPU; null after an error.</summary>
    /// <param name="source">The CPU.</param>
    /// <param name="wish">How to get in.</param>
    /// <param name="options">What the user wishes of the map.</param>
    /// <param name="error">Takes what went wrong, and which certificate was trusted.</param>
    public static async Task<ImportList?> RunAsync(
        string source,
        CpuOptions wish,
        ImportOptions options,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        if (
            !Uri.TryCreate(source, UriKind.Absolute, out var address)
            || address.Host.Length == 0
            || address.AbsolutePath is not ("" or "/")
        )
        {
            error.WriteLine(
                $"s7opcbridge: '{source}' names no CPU; write s7plus://192.168.10.30, with :PORT behind it where it is not {DefaultPort}."
            );
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
                CertificateCheck = wish.Thumbprint is { } thumbprint
                    ? S7PlusCertificateChecks.Pin(thumbprint)
                    : (shown, _) =>
                    {
                        error.WriteLine(
                            $"The CPU shows the certificate {shown.Thumbprint} ({Printable.From(shown.Subject)}); it is trusted for this import. "
                                + "Compare it with TIA Portal, or give it with --certificate."
                        );
                        return ValueTask.FromResult(S7PlusTrust.Yes);
                    },
                Password = password is null ? null : _ => ValueTask.FromResult(new S7PlusPassword(password, wish.User ?? "")),
                WireLog = log?.LogFor(address.DnsSafeHost),
            };
            return await RunAsync(connection, source, options, error, cancellationToken);
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

    private static async Task<ImportList?> RunAsync(
        S7PlusConnectionOptions options,
        string source,
        ImportOptions wishes,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancellationToken);
            return await CpuImport.ListAsync(connection, source, options.Port, wishes, cancellationToken);
        }
        catch (S7PlusException failure)
        {
            var diagnosis = failure is S7PlusSymbolException tooLarge
                ? S7PlusDiagnosis.ForTooLarge(tooLarge)
                : S7PlusDiagnosis.ForFailure(failure, options.Password is not null);
            error.WriteLine(Printable.From($"s7opcbridge: {diagnosis.Sentence} {diagnosis.Fix}", int.MaxValue));
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

/// <summary>Options for the connection to a CPU.</summary>
/// <param name="PasswordFile">File with the password; null: no password.</param>
/// <param name="User">User of the password; null: the CPU has access levels only.</param>
/// <param name="Thumbprint">The trusted certificate; null: the one that the CPU shows.</param>
/// <param name="WireLog">File for the wire log; null: none.</param>
internal sealed record CpuOptions(string? PasswordFile, string? User, string? Thumbprint, string? WireLog);
