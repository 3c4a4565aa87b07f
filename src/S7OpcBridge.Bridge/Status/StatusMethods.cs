using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Status;

/// <summary>Executes the methods of _Status. The server has already checked the Call permission.</summary>
/// <param name="acquisition">The PLC sessions.</param>
/// <param name="nodes">The present nodes.</param>
/// <param name="reload">Returns the callback that requests a reload; null: a reload is not possible.</param>
internal sealed class StatusMethods(Acquisition acquisition, ServedNodes nodes, Func<Action<string>?> reload)
{
    private static readonly TimeSpan LongestRelease = TimeSpan.FromDays(1);

    /// <summary>See <see cref="MethodHandler"/>.</summary>
    public async ValueTask<Variant[]?> CallAsync(
        UaCaller caller,
        NodeId target,
        NodeId method,
        IReadOnlyList<Variant> arguments,
        CancellationToken cancellationToken
    )
    {
        if (nodes.Current.MethodOf(method) is not { } known)
            return null;
        Expect(arguments, known.Kind == StatusMethodKind.Release ? 1 : 0);
        if (known.Kind == StatusMethodKind.Release)
            Release(known.Target, DurationOf(arguments[0]));
        else if (known.Kind == StatusMethodKind.Reload)
            Reload(caller);
        else if (known.Kind == StatusMethodKind.Restore)
            acquisition.RestorePace(known.Target);
        else
            await PollAsync(known.Target, cancellationToken).ConfigureAwait(false);
        return [];
    }

    private void Release(int plc, TimeSpan duration)
    {
        var status = acquisition.StatusOf(plc);
        if (status.State is PlcState.Disabled or PlcState.Stopped)
            throw new UaException(
                StatusCodes.BadInvalidState,
                $"{acquisition.Map.Plcs[plc].Name} has no connection to release: it is {status.State}."
            );
        // Zero ends a release; while the link is up there is nothing to end.
        if (duration > TimeSpan.Zero || !status.Connected)
            acquisition.Release(plc, duration);
    }

    private void Reload(UaCaller caller)
    {
        var ask = reload() ?? throw new UaException(StatusCodes.BadNotSupported, "This server has no files to read its map from.");
        ask($"{caller.User ?? "anonymous"} called Reload");
    }

    private async ValueTask PollAsync(int scanGroup, CancellationToken cancellationToken)
    {
        var plc = acquisition.Map.ScanGroups[scanGroup].Plc;
        if (acquisition.StatusOf(plc).Connected)
            await acquisition.PollAsync(scanGroup, cancellationToken).ConfigureAwait(false);
        // The wait also ends when the link goes down.
        var status = acquisition.StatusOf(plc);
        if (!status.Connected)
            throw new UaException(StatusCodes.BadNoCommunication, $"{acquisition.Map.Plcs[plc].Name} is not connected; nothing was read.");
        if (status.RefusesAll)
            throw new UaException(StatusCodes.BadConfigurationError, status.LastError);
    }

    private static void Expect(IReadOnlyList<Variant> arguments, int count)
    {
        if (arguments.Count < count)
            throw new UaException(StatusCodes.BadArgumentsMissing, $"{Takes(count)}, not {arguments.Count}.");
        if (arguments.Count > count)
            throw new UaException(StatusCodes.BadTooManyArguments, $"{Takes(count)}, not {arguments.Count}.");
    }

    private static string Takes(int count) => count == 0 ? "The method takes no arguments" : "The method takes one argument, the duration";

    private static TimeSpan DurationOf(in Variant argument)
    {
        var milliseconds = argument is { Type: BuiltInType.Double, IsArray: false }
            ? BitConverter.Int64BitsToDouble(argument.Bits)
            : double.NaN;
        // Written so that NaN is refused, too.
        if (!(milliseconds >= 0 && milliseconds <= LongestRelease.TotalMilliseconds))
            throw new UaException(StatusCodes.BadInvalidArgument, "The duration is a Double between 0 and 86,400,000 ms.");
        return TimeSpan.FromMilliseconds(milliseconds);
    }
}
