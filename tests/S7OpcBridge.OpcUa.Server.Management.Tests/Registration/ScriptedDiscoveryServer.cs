using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Registration;

/// <summary>
/// A discovery server of the test's making on a loopback socket: keeps what is registered, knows RegisterServer2 or does not, and can fall silent.
/// </summary>
internal sealed class ScriptedDiscoveryServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ChannelContext _context;
    private readonly Task _accepting;
    private readonly SemaphoreSlim _registered = new(0);

    public ScriptedDiscoveryServer(Func<UaServerOptions, UaServerOptions>? change = null)
    {
        var options = new UaServerOptions
        {
            ApplicationUri = "urn:test:lds",
            SecurityPolicies = [SecurityPolicy.Aes256Sha256RsaPss],
            Certificate = Own,
            CheckClientCertificate = (_, _) => StatusCodes.Good,
        };
        options = change?.Invoke(options) ?? options;
        _context = new ChannelContext(options, options.Limits, new ClientMemoryBudget(long.MaxValue), static _ => { });
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public static OwnCertificate Own { get; } = new(UaTestCertificates.Create("urn:test:lds"));

    public string Url => $"opc.tcp://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    /// <summary>False: only RegisterServer.</summary>
    public bool KnowsRegisterServer2 { get; set; } = true;

    /// <summary>What it calls itself; its certificate names urn:test:lds.</summary>
    public string ApplicationUri { get; set; } = "urn:test:lds";

    /// <summary>True: connections are accepted and nothing is said.</summary>
    public bool IsSilent { get; set; }

    /// <summary>What was registered, in order; the second says by which service and over which policy.</summary>
    public ConcurrentQueue<(RegisteredServer Server, string How)> Registrations { get; } = new();

    public Task RegisteredAsync(CancellationToken cancellationToken) => _registered.WaitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stopping.Dispose();
        _registered.Dispose();
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stopping.Token)));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        var stream = client.GetStream();
        try
        {
            if (IsSilent)
                await Poll.ForEverAsync(_stopping.Token);
            await FrameAsync(stream);
            await stream.WriteAsync(Acknowledge(), _stopping.Token);
            SecureChannel? channel = null;
            while (true)
            {
                var frame = await FrameAsync(stream);
                if (FrameHeader.Read(frame).Type == MessageType.Close)
                    return;
                if (channel is null)
                    channel = await OpenAsync(stream, frame);
                else
                    await AnswerAsync(stream, channel, frame);
            }
        }
        catch (UaException)
        {
            await stream.WriteAsync(ErrorMessage.Write(StatusCodes.BadSecurityChecksFailed, ""), _stopping.Token);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            // It is over.
        }
    }

    private async Task<SecureChannel> OpenAsync(NetworkStream stream, byte[] frame)
    {
        using var response = MessageBuffer.Rent(65_536, 0, 0);
        var channel = new ChannelOpening(_context).Handle(frame, null, response, out var requestId);
        await stream.WriteAsync(channel.SealOpen(response, requestId), _stopping.Token);
        return channel;
    }

    private async Task AnswerAsync(NetworkStream stream, SecureChannel channel, byte[] frame)
    {
        var body = channel.Open(frame, out var requestId).ToArray();
        var answer = UaTestChannel.Encode(AnswerTo(body, channel));
        var segment = new byte[65_536];
        answer.CopyTo(segment, SecureChannel.HeaderLength);
        await stream.WriteAsync(channel.Seal(segment, answer.Length, ChunkType.Final, requestId), _stopping.Token);
    }

    private IUaStructure AnswerTo(byte[] body, SecureChannel channel)
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        switch (reader.ReadNodeId().Numeric)
        {
            case GetEndpointsRequest.EncodingId:
                return new GetEndpointsResponse
                {
                    Endpoints =
                    [
                        .. _context.Options.SecurityPolicies.Select(policy => new EndpointDescription
                        {
                            Server = new ApplicationDescription { ApplicationUri = ApplicationUri },
                            ServerCertificate = Own.Leaf,
                            SecurityPolicyUri = policy.Uri,
                            SecurityMode = policy.IsSecure ? MessageSecurityMode.SignAndEncrypt : MessageSecurityMode.None,
                        }),
                    ],
                };
            case RegisterServer2Request.EncodingId when KnowsRegisterServer2:
                var second = RegisterServer2Request.Decode(ref reader);
                Keep(
                    second.Server,
                    $"RegisterServer2 {channel.Policy} {((MdnsDiscoveryConfiguration)second.DiscoveryConfiguration[0]!.Body!).ServerCapabilities[0]}"
                );
                return new RegisterServer2Response();
            case RegisterServerRequest.EncodingId:
                Keep(RegisterServerRequest.Decode(ref reader).Server, $"RegisterServer {channel.Policy}");
                return new RegisterServerResponse();
            default:
                return new ServiceFault { ResponseHeader = new ResponseHeader { ServiceResult = StatusCodes.BadServiceUnsupported } };
        }
    }

    private void Keep(RegisteredServer server, string how)
    {
        Registrations.Enqueue((server, how));
        _registered.Release();
    }

    private async Task<byte[]> FrameAsync(NetworkStream stream)
    {
        var head = new byte[8];
        await stream.ReadExactlyAsync(head, _stopping.Token);
        var frame = new byte[FrameHeader.Read(head).Size];
        head.CopyTo(frame, 0);
        await stream.ReadExactlyAsync(frame.AsMemory(8), _stopping.Token);
        return frame;
    }

    private static byte[] Acknowledge()
    {
        var frame = new byte[28];
        FrameHeader.Write(frame, MessageType.Acknowledge, ChunkType.Final, frame.Length);
        foreach (var at in (int[])[12, 16])
            BitConverter.TryWriteBytes(frame.AsSpan(at), 65_536);
        return frame;
    }
}
