using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Web.Hosting;

/// <summary>
/// Listens for Kestrel: accepts without a pause, so that a flood of connections does not fill the system's queue, and passes on only connections with a
/// complete first request.
/// </summary>
/// <param name="endpoints">The addresses.</param>
/// <param name="arrivals">Connections without a complete first request.</param>
/// <param name="loggers">Make the log of the sockets.</param>
internal sealed class WebListenerFactory(WebEndpoint[] endpoints, WebArrivals arrivals, ILoggerFactory loggers) : IConnectionListenerFactory
{
    /// <inheritdoc/>
    public ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult<IConnectionListener>(
            new WebListener((IPEndPoint)endpoint, endpoints.First(served => served.IsAt((IPEndPoint)endpoint)), arrivals, loggers)
        );
}

/// <summary>One listening socket.</summary>
internal sealed class WebListener : IConnectionListener
{
    // The system may have a lower limit.
    private const int Backlog = 4096;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly WebEndpoint _served;
    private readonly WebArrivals _arrivals;
    private readonly Socket _socket;
    private readonly SocketConnectionContextFactory _contexts;
    private readonly Channel<ConnectionContext> _ready = Channel.CreateUnbounded<ConnectionContext>(
        new UnboundedChannelOptions { SingleReader = true }
    );
    private readonly Task _accepting;
    private volatile bool _stopped;

    /// <exception cref="AddressInUseException">The port is in use.</exception>
    /// <exception cref="SocketException">It cannot be listened on for another reason.</exception>
    public WebListener(IPEndPoint endpoint, WebEndpoint served, WebArrivals arrivals, ILoggerFactory loggers)
    {
        (_served, _arrivals) = (served, arrivals);
        _socket = Bind(endpoint);
        EndPoint = _socket.LocalEndPoint!;
        _contexts = new SocketConnectionContextFactory(
            new SocketConnectionFactoryOptions(),
            loggers.CreateLogger<SocketConnectionContextFactory>()
        );
        _accepting = AcceptAsync();
    }

    /// <inheritdoc/>
    public EndPoint EndPoint { get; }

    /// <inheritdoc/>
    public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default) =>
        await _ready.Reader.WaitToReadAsync(cancellationToken) && _ready.Reader.TryRead(out var connection) ? connection : null;

    /// <inheritdoc/>
    public async ValueTask UnbindAsync(CancellationToken cancellationToken = default)
    {
        _stopped = true;
        _socket.Dispose();
        await _accepting;
        _arrivals.Clear();
        _ready.Writer.TryComplete();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await UnbindAsync(CancellationToken.None);
        _contexts.Dispose();
    }

    private static Socket Bind(IPEndPoint endpoint)
    {
        try
        {
            var socket = SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint);
            socket.Listen(Backlog);
            return socket;
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            throw new AddressInUseException(e.Message, e); // the exception that Kestrel expects
        }
    }

    private async Task AcceptAsync()
    {
        await Task.Yield();
        while (!_stopped)
        {
            try
            {
                var socket = await _socket.AcceptAsync();
                socket.NoDelay = true;
                _arrivals.Add(socket, _served, Serve);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The client has closed the connection, or no file handle is free; the latter is temporary, so wait a moment.
                if (
                    e is SocketException { SocketErrorCode: SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable }
                    && !_stopped
                )
                    await Task.Delay(Pause, TimeProvider.System);
            }
        }
    }

    private void Serve(Socket socket, WebConnection place)
    {
        var context = _contexts.Create(socket);
        context.Features.Set(place);
        place.Begin(context);
        if (!_ready.Writer.TryWrite(context))
        {
            context.Abort();
            place.Dispose();
        }
    }
}
