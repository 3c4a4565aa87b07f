using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Web.Connections;

/// <summary>Makes listeners for Kestrel.</summary>
/// <param name="loggers">Make the log of the sockets.</param>
internal sealed class WebListenerFactory(ILoggerFactory loggers) : IConnectionListenerFactory
{
    /// <inheritdoc/>
    public ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult<IConnectionListener>(new WebListener(endpoint, loggers));
}

/// <summary>One listening socket. Kestrel's own listener takes a whole processor while no file handle is free; this one waits.</summary>
internal sealed class WebListener : IConnectionListener
{
    // The system may have a lower limit.
    private const int Backlog = 4096;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly Socket _socket;
    private readonly SocketConnectionContextFactory _contexts;
    private volatile bool _stopped;

    /// <exception cref="AddressInUseException">The port is in use.</exception>
    /// <exception cref="SocketException">It cannot be listened on for another reason.</exception>
    public WebListener(EndPoint endpoint, ILoggerFactory loggers)
    {
        _socket = Bind(endpoint);
        EndPoint = _socket.LocalEndPoint!;
        var logger = loggers.CreateLogger<SocketConnectionContextFactory>();
        _contexts = new SocketConnectionContextFactory(new SocketConnectionFactoryOptions(), logger);
    }

    /// <inheritdoc/>
    public EndPoint EndPoint { get; }

    /// <inheritdoc/>
    public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
    {
        while (!_stopped)
        {
            try
            {
                var socket = await _socket.AcceptAsync(cancellationToken);
                socket.NoDelay = true;
                return _contexts.Create(socket);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The client has closed the connection, or no file handle is free; the latter is temporary, so wait a moment.
                if (
                    e is SocketException { SocketErrorCode: SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable }
                    && !_stopped
                )
                    await Task.Delay(Pause, TimeProvider.System, cancellationToken);
            }
        }

        return null;
    }

    /// <inheritdoc/>
    public ValueTask UnbindAsync(CancellationToken cancellationToken = default)
    {
        _stopped = true;
        _socket.Dispose();
        return default;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await UnbindAsync(CancellationToken.None);
        _contexts.Dispose();
    }

    private static Socket Bind(EndPoint endpoint)
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
}
