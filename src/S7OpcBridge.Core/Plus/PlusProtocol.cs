using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>S7CommPlus over TLS.</summary>
internal sealed class PlusProtocol : PlcProtocol
{
    // What is sent by itself is as old as the last sign of life says.
    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(2),
        LooseKeepAlive = TimeSpan.FromSeconds(10);

    private readonly PlcContext _context;
    private readonly LoadCeiling _ceiling;
    private readonly S7PlusConnectionOptions _options;
    private string _host;

    public PlusProtocol(PlcContext context, LoadCeiling ceiling)
    {
        (_context, _ceiling, _host) = (context, ceiling, context.Plc.Connection.Host);
        _options = (context.Hooks ?? new S7PlusHooks { Time = context.Time }).OptionsOf(context.Plc) with
        {
            KeepAlive = context.Plc.S7Plus!.Subscriptions == S7PlusSubscriptions.Off ? LooseKeepAlive : KeepAlive,
        };
    }

    public override string Host => Volatile.Read(ref _host);

    public override async Task<PlcLink> ConnectAsync(CancellationToken cancellationToken)
    {
        var connection = await S7PlusConnection.ConnectAsync(_options, _context.Time, cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref _host, connection.Host);
        return new PlusLink(_context, _ceiling, connection);
    }

    public override void Ended(bool haveRead)
    {
        // The first address is tried first again, then the second.
    }

    public override bool IsToLeave(bool stopped, long now) => false;

    public override Exception LeavingCpu(string sentence) => new S7PlusLinkException(sentence);

    public override bool IsFailure(Exception exception) => exception is S7PlusException;
}
