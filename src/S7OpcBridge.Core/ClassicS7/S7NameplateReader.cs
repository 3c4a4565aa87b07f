using System.Globalization;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Reads what a CPU is from two of its system information lists (SZL 0011 and 001C). Each is optional; families that close the connection on such lists have no
/// queries for the CPU state either, and are not asked.
/// </summary>
internal sealed class S7NameplateReader(PlcContext context, LoadCeiling ceiling, S7Connection connection)
{
    public async ValueTask<CpuNameplate> ReadAsync(CancellationToken cancellationToken)
    {
        if (context.Plc.CpuStateEvery <= TimeSpan.Zero)
            return CpuNameplate.Empty;
        var identity = await TryAsync(ask => ask.ReadIdentityAsync(cancellationToken)).ConfigureAwait(false);
        var names = await TryAsync(ask => ask.ReadComponentNamesAsync(cancellationToken)).ConfigureAwait(false);
        return new CpuNameplate
        {
            OrderNumber = identity?.OrderNumber ?? "",
            Hardware = identity is { Hardware: > 0 and var hardware } ? hardware.ToString(CultureInfo.InvariantCulture) : "",
            Firmware = identity?.Firmware ?? "",
            SerialNumber = names?.SerialNumber ?? "",
            ModuleType = names?.ModuleType ?? "",
            Name =
                names is null ? ""
                : names.Module.Length > 0 ? names.Module
                : names.Station,
        };
    }

    private async ValueTask<T?> TryAsync<T>(Func<S7Userdata, Task<T>> question)
        where T : class
    {
        if (!context.Nameplates.MayAsk)
            return null;
        context.Nameplates.Ask();
        try
        {
            ceiling.Charge();
            var answer = await question(connection.Userdata).ConfigureAwait(false);
            context.Nameplates.Answered();
            return answer;
        }
        catch (S7Exception e) when (e is S7RefusedException || connection.IsAlive)
        {
            // Refused, or a list that cannot be read; the connection goes on.
            context.Nameplates.Answered();
            return null;
        }
        catch (OperationCanceledException)
        {
            context.Nameplates.Answered();
            throw;
        }
    }
}
