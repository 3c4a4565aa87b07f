using S7OpcBridge.Import;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Asks CPUs for pages as <c>import s7plus://…</c> and <c>import s7://…</c> do.</summary>
internal static class PageBrowse
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>See <see cref="PlcCommands.BrowseAsync"/>.</summary>
    public static Task<CpuAnswer> RunAsync(CpuWish wish, CancellationToken cancellationToken) =>
        wish.BySymbol ? SymbolsAsync(wish, cancellationToken) : BlocksAsync(wish, cancellationToken);

    private static async Task<CpuAnswer> SymbolsAsync(CpuWish wish, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await S7PlusConnection.ConnectAsync(OptionsOf(wish), TimeProvider.System, cancellationToken);
            return new CpuAnswer(
                await CpuImport.ListAsync(connection, $"s7plus://{wish}", wish.Port, new ImportOptions(), cancellationToken),
                Fault: null
            );
        }
        catch (FormatException wrong)
        {
            return new CpuAnswer(List: null, wrong.Message);
        }
        catch (S7PlusException failure)
        {
            var diagnosis = failure is S7PlusSymbolException tooLarge
                ? S7PlusDiagnosis.ForTooLarge(tooLarge)
                : S7PlusDiagnosis.ForFailure(failure, wish.Password is not null);
            return new CpuAnswer(List: null, $"{diagnosis.Sentence} {diagnosis.Fix}");
        }
    }

    private static S7PlusConnectionOptions OptionsOf(CpuWish wish) =>
        new()
        {
            Host = wish.Host,
            Port = wish.Port,
            CertificateCheck = wish.Certificate is { } thumbprint
                ? S7PlusCertificateChecks.Pin(thumbprint)
                : static (_, _) => ValueTask.FromResult(S7PlusTrust.Yes),
            Password = wish.Password is { } password ? _ => ValueTask.FromResult(new S7PlusPassword(password, wish.User ?? "")) : null,
        };

    private static async Task<CpuAnswer> BlocksAsync(CpuWish wish, CancellationToken cancellationToken)
    {
        var profile = wish.Profile is { } name && S7Profile.TryFind(name, out var known, out _) ? known : S7Profiles.Generic;
        if (!profile.TryConnectTo(wish.Host, new S7Addressing(wish.Rack, wish.Slot), out var options, out var wrong))
            return new CpuAnswer(List: null, wrong);
        options = options with { Port = wish.Port, Timeout = Patience };
        try
        {
            await using var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, cancellationToken);
            return await BlocksAsync(connection, wish, options, cancellationToken);
        }
        catch (S7Exception failure)
        {
            var diagnosis = S7Diagnosis.ForFailure(failure, options, profile);
            return new CpuAnswer(List: null, $"{diagnosis.Sentence} {diagnosis.Remedy.Fix}");
        }
    }

    private static async Task<CpuAnswer> BlocksAsync(
        S7Connection connection,
        CpuWish wish,
        S7ConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return new CpuAnswer(
                await BlockImport.ListAsync(connection, $"s7://{wish}", options, wish.Password, new ImportOptions(), cancellationToken),
                Fault: null
            );
        }
        catch (Exception fault) when (fault is S7RefusedException or S7LinkException or S7ProtocolException)
        {
            return new CpuAnswer(
                List: null,
                "This CPU does not list its blocks: S7-300, S7-400 and WinAC do, most S7-1200 and S7-1500 do not. "
                    + "Drop its project or the exports of its blocks instead, or ask a 1200 or 1500 for its symbols."
            );
        }
    }
}
