using S7OpcBridge.Core;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Plcs;

/// <summary>The part of a PLC's card that only PLCs have that are asked by symbol.</summary>
/// <param name="Model">Order number and firmware; empty: unknown.</param>
/// <param name="Tls">Version of TLS.</param>
/// <param name="Password">none: the CPU needed none; old or new: the form in which it took the password.</param>
/// <param name="Thumbprint">SHA-256 of the CPU's certificate.</param>
/// <param name="CertificateEnds">End of its validity.</param>
/// <param name="CertificateDaysLeft">Whole days until then; negative: expired.</param>
/// <param name="Symbols">Symbols of the map that the CPU has, members included.</param>
/// <param name="MissingSymbols">Symbols of the map that it does not have or does not show.</param>
/// <param name="SubscribedItems">Items whose changes the CPU sends.</param>
/// <param name="PolledItems">Items that are asked for.</param>
/// <param name="Subscriptions">Subscriptions that stand.</param>
/// <param name="RefusedSubscriptions">Subscriptions that the CPU refused so far.</param>
/// <param name="Downloads">Changes of the program seen while connected.</param>
/// <param name="BrowseMs">Duration of the last browse; null: there was none.</param>
/// <param name="BrowseAgeMs">Time since then.</param>
/// <param name="BrowseBytes">Bytes that the CPU sent for it.</param>
/// <param name="BrowseBlocks">Data blocks that it found.</param>
internal sealed record S7PlusFacts(
    string Model,
    string Tls,
    string CipherSuite,
    string Password,
    string Thumbprint,
    DateTimeOffset CertificateEnds,
    int CertificateDaysLeft,
    int Symbols,
    int MissingSymbols,
    int SubscribedItems,
    int PolledItems,
    int Subscriptions,
    long RefusedSubscriptions,
    long Downloads,
    double? BrowseMs,
    double? BrowseAgeMs,
    long BrowseBytes,
    int BrowseBlocks
)
{
    /// <summary>The facts of a PLC; null: it speaks classic S7, or was never connected.</summary>
    public static S7PlusFacts? From(PlcStatus status, DateTimeOffset now)
    {
        if (status.S7Plus is not { Security: { } security } plus)
            return null;
        var browse = plus.LastBrowse;
        return new S7PlusFacts(
            string.Join(", ", plus.Cpu.Split(';').Skip(1)),
            security.TlsVersion,
            security.CipherSuite,
            S7PlusMetrics.FormOf(security.Legitimation),
            plus.Thumbprint,
            plus.CertificateEnds,
            (int)Math.Floor((plus.CertificateEnds - now).TotalDays),
            plus.Symbols,
            plus.MissingSymbols,
            status.Scans.Sum(static scan => scan.SubscribedItems),
            status.Scans.Sum(static scan => scan.PolledItems),
            plus.Subscriptions,
            plus.RefusedSubscriptions,
            plus.Downloads,
            browse is { } one ? Math.Round(one.Took.TotalMilliseconds, 1) : null,
            browse is { } two ? Age.MillisecondsSince(new DateTime(two.EndedTicks, DateTimeKind.Utc), now) : null,
            browse?.Bytes ?? 0,
            browse?.Blocks ?? 0
        );
    }
}
