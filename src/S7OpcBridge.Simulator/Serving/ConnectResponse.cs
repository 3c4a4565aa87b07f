using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The response of a PLC to a COTP connect request.</summary>
/// <param name="Answer">The frame to send; null: none.</param>
/// <param name="Delay">Delay before it is sent.</param>
/// <param name="End">How the connection ends where nothing is sent.</param>
internal readonly record struct ConnectResponse(Outgoing? Answer, TimeSpan Delay, LinkEnd End)
{
    /// <summary>Accepts or refuses a connection.</summary>
    public static ConnectResponse Decide(SoftPlcLink link, in CotpConnect request, PlcSharedParts works)
    {
        var mix = works.Faults.Next(FaultPoint.Connect);
        var refusal = mix is { Confirm: FaultKind.Disconnect }
            ? ConnectRefusal.Disconnect
            : works.Links.TryConnect(link, request, works.Behavior);
        if (refusal is { } how)
        {
            works.Counters.Refused();
            return Refuse(request, how);
        }

        var sizeCode = CotpHandshake.AgreeOnSize(request, works.Behavior);
        link.State.IsConnected = true;
        link.State.TpduSize = 1 << sizeCode;
        var confirm = CotpHandshake.Confirm(request, sizeCode, mix?.Confirm);
        return mix switch
        {
            null => new ConnectResponse(Outgoing.Plain(confirm), TimeSpan.Zero, LinkEnd.None),
            { Drop: true } or { HalfFrame: false, End: not LinkEnd.None } => new ConnectResponse(null, TimeSpan.Zero, mix.End),
            _ => new ConnectResponse(Outgoing.FromFrame(confirm, mix), mix.Delay, LinkEnd.None),
        };
    }

    private static ConnectResponse Refuse(in CotpConnect request, ConnectRefusal how) =>
        how switch
        {
            ConnectRefusal.Silence => new ConnectResponse(null, TimeSpan.Zero, LinkEnd.Silence),
            ConnectRefusal.Reset => new ConnectResponse(null, TimeSpan.Zero, LinkEnd.Reset),
            _ => new ConnectResponse(
                Outgoing.Plain(CotpHandshake.Refuse(request)) with
                {
                    End = LinkEnd.Close,
                },
                TimeSpan.Zero,
                LinkEnd.None
            ),
        };
}
