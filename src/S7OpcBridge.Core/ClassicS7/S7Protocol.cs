using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Classic S7 over ISO-on-TCP.</summary>
internal sealed class S7Protocol(PlcContext context, LoadCeiling ceiling, Func<ushort[]> blocks) : PlcProtocol
{
    private readonly PlcHosts _hosts = new(context.Hooks?.ClassicOptionsOf(context.Plc) ?? context.Plc.Connection);

    public override string Host => _hosts.Preferred;

    public override async Task<PlcLink> ConnectAsync(CancellationToken cancellationToken)
    {
        var connection = await _hosts.ConnectAsync(context.Time, cancellationToken).ConfigureAwait(false);
        return new S7Link(context, ceiling, connection, blocks);
    }

    public override void Ended(bool haveRead) => _hosts.Ended(haveRead);

    public override bool IsToLeave(bool stopped, long now) => _hosts.IsToLeave(stopped, now);

    public override Exception LeavingCpu(string sentence) => new S7LinkException(sentence);

    public override bool IsFailure(Exception exception) => exception is S7Exception;
}
