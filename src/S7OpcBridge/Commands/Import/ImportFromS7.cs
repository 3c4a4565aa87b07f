using System.Globalization;
using System.Text.RegularExpressions;
using S7OpcBridge.Hosting;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Import;

/// <summary><c>import s7://HOST[:PORT][/RACK/SLOT]</c>: the data blocks of a CPU over classic S7.</summary>
internal static partial class ImportFromS7
{
    private const int DefaultPort = 102;

    // S7-1200 and 1500; S7-300; S7-400 behind a wide power supply.
    private static readonly int[] UsualSlots = [1, 2, 3];

    /// <summary>True for <c>s7://…</c>.</summary>
    public static bool IsCpu(string source) => source.StartsWith("s7://", StringComparison.OrdinalIgnoreCase);

    /// <summary>Asks a CPU; null after an error.</summary>
    /// <param name="source">The CPU.</param>
    /// <param name="passwordFile">File with the session password of an S7-300 or S7-400; null: none.</param>
    /// <param name="wireLog">File for the wire log; null: none.</param>
    /// <param name="wishes">What the user wishes of the map.</param>
    /// <param name="error">Takes what went wrong.</param>
    public static async Task<ImportList?> RunAsync(
        string source,
        string? passwordFile,
        string? wireLog,
        ImportOptions wishes,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        var parts = Source().Match(source);
        var port = parts.Groups["port"] is { Success: true } given ? Whole(given) : DefaultPort;
        var (rack, slot) = parts.Groups["slot"].Success ? (Whole(parts.Groups["rack"]), Whole(parts.Groups["slot"])) : (0, -1);
        if (!parts.Success || port is < 1 or > 65535 || rack > 7 || slot > 31)
        {
            error.WriteLine(
                $"s7opcbridge: '{source}' names no CPU; write s7://192.168.0.10, with :PORT behind it where it is not {DefaultPort}, and "
                    + "/RACK/SLOT where it is not found, such as s7://192.168.0.10/0/3."
            );
            return null;
        }
        try
        {
            await using var log = wireLog is null ? null : WireLogFile.Open(wireLog);
            S7ConnectionOptions[] candidates =
            [
                .. (slot >= 0 ? [slot] : UsualSlots).Select(number => new S7ConnectionOptions
                {
                    Host = parts.Groups["host"].Value,
                    Port = port,
                    Timeout = TimeSpan.FromSeconds(5),
                    RemoteTsap = S7ConnectionOptions.TsapOf(S7ConnectionType.Basic, rack, number),
                    WireLog = log?.ClassicLogFor(parts.Groups["host"].Value),
                }),
            ];
            var password = passwordFile is null ? null : ImportFromCpu.ReadPassword(passwordFile);
            for (var i = 0; ; i++)
            {
                try
                {
                    await using var connection = await S7Connection.ConnectAsync(candidates[i], TimeProvider.System, cancellationToken);
                    return await AskAsync(connection, source, candidates[i], password, wishes, error, cancellationToken);
                }
                catch (S7Exception failure)
                {
                    var diagnosis = S7Diagnosis.ForFailure(failure, candidates[i], S7Profiles.Generic);
                    if (i + 1 < candidates.Length && S7TsapProbe.Helps(diagnosis))
                        continue;
                    error.WriteLine($"s7opcbridge: {diagnosis.Sentence} {diagnosis.Remedy.Fix}");
                    return null;
                }
            }
        }
        catch (StartException fault)
        {
            error.WriteLine($"s7opcbridge: {fault.Message}");
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException or UnusableFileException)
        {
            error.WriteLine($"s7opcbridge: the password file '{passwordFile}' cannot be used: {fault.Message}");
        }
        return null;
    }

    private static async Task<ImportList?> AskAsync(
        S7Connection connection,
        string source,
        S7ConnectionOptions options,
        string? password,
        ImportOptions wishes,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        const string Instead = "Import its project or the exports of its blocks instead, or use s7plus:// with an S7-1500 or S7-1200.";
        try
        {
            return await BlockImport.ListAsync(connection, source, options, password, wishes, cancellationToken);
        }
        catch (S7RefusedException refused)
        {
            error.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"s7opcbridge: this CPU does not list its blocks (code {refused.Code:X4}): S7-300, "
                        + $"S7-400 and WinAC do, most S7-1200 and S7-1500 do not. {Instead}"
                )
            );
        }
        catch (Exception fault) when (fault is S7LinkException or S7ProtocolException)
        {
            error.WriteLine(
                $"s7opcbridge: the CPU accepted the connection and ended it when it was asked for its blocks ({fault.Message.TrimEnd('.')}). A "
                    + $"LOGO! and an S7-200 do so. {Instead}"
            );
        }
        return null;
    }

    private static int Whole(Group digits) => int.Parse(digits.ValueSpan, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^s7://(?:\[(?<host>[0-9a-f:.]{2,45})\]|(?<host>[\w.-]{1,255}))(?::(?<port>\d{1,5}))?(?:/(?<rack>\d)/(?<slot>\d{1,2}))?/?$",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Source();
}
