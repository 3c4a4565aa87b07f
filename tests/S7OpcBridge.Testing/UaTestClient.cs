using System.Collections.Concurrent;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Testing;

/// <summary>
/// A client with a session: sends requests, matches responses, lets Publish requests wait. A fault is a <see cref="UaException"/> with its status.
/// </summary>
public sealed class UaTestClient : IAsyncDisposable
{
    private readonly ConcurrentDictionary<uint, TaskCompletionSource<byte[]>> _waiting = new();
    private readonly SemaphoreSlim _sending = new(1);
    private readonly CancellationTokenSource _closing = new();
    private readonly Task _receiving;
    private uint _handle;
    private byte[] _clientNonce = [];
    private Exception? _ended;
    private bool _disposed;

    /// <summary>Takes over an open channel.</summary>
    public UaTestClient(UaTestChannel channel)
    {
        Channel = channel;
        _receiving = ReceiveAsync();
    }

    /// <summary>The channel. Receiving on it is this client's business.</summary>
    public UaTestChannel Channel { get; }

    /// <summary>Secret of the session.</summary>
    public NodeId AuthenticationToken { get; set; }

    /// <summary>What CreateSession said.</summary>
    public CreateSessionResponse? Session { get; private set; }

    /// <summary>The server's last nonce.</summary>
    public byte[] ServerNonce { get; private set; } = [];

    /// <summary>A client with an anonymous session over policy None.</summary>
    public static async Task<UaTestClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var client = new UaTestClient(await UaTestChannel.OpenAsync(port, cancellationToken));
        await client.CreateSessionAsync(cancellationToken);
        await client.ActivateAsync(cancellationToken);
        return client;
    }

    /// <summary>A client with an anonymous session over a secure channel.</summary>
    public static async Task<UaTestClient> ConnectAsync(
        int port,
        UaTestCertificates certificates,
        SecurityPolicy policy,
        MessageSecurityMode mode,
        CancellationToken cancellationToken
    )
    {
        var channel = await UaTestChannel.ConnectAsync(port, cancellationToken);
        await channel.HelloAsync(cancellationToken);
        await channel.OpenAsync(cancellationToken, certificates, policy, mode);
        var client = new UaTestClient(channel);
        await client.CreateSessionAsync(cancellationToken, certificates);
        await client.ActivateAsync(cancellationToken, certificates: certificates);
        return client;
    }

    /// <summary>CreateSession.</summary>
    public async Task<CreateSessionResponse> CreateSessionAsync(
        CancellationToken cancellationToken,
        UaTestCertificates? certificates = null,
        Action<CreateSessionRequest>? change = null
    )
    {
        var request = new CreateSessionRequest
        {
            ClientDescription = new ApplicationDescription { ApplicationUri = "urn:test:client", ApplicationType = ApplicationType.Client },
            EndpointUrl = "opc.tcp://localhost:4840",
            SessionName = "test",
            ClientNonce = RandomNumberGenerator.GetBytes(32),
            ClientCertificate = certificates?.Client.Leaf,
            RequestedSessionTimeout = 60_000,
        };
        change?.Invoke(request);
        Session = await CallAsync<CreateSessionResponse>(request, cancellationToken);
        (AuthenticationToken, ServerNonce, _clientNonce) = (Session.AuthenticationToken, Session.ServerNonce!, request.ClientNonce!);
        if (certificates is not null && UaTestAead.IsNameOf(Channel.Policy) && !IsServers(certificates))
            throw new CryptographicException("The server's signature is not bound to the channel.");
        return Session;
    }

    /// <summary>ActivateSession.</summary>
    public async Task<ActivateSessionResponse> ActivateAsync(
        CancellationToken cancellationToken,
        ExtensionObject? identity = null,
        UaTestCertificates? certificates = null,
        Action<ActivateSessionRequest>? change = null
    )
    {
        var request = new ActivateSessionRequest
        {
            UserIdentityToken = identity ?? ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
        };
        if (certificates is not null && UaTestAead.IsNameOf(Channel.Policy))
            request.ClientSignature = new SignatureData
            {
                Signature = UaTestCertificates.Sign(certificates.Client, Channel.Policy, BoundForClient(certificates)),
            };
        else if (certificates is not null)
            request.ClientSignature = Signatures.Sign(Channel.Policy, certificates.Client, certificates.Server.Leaf, ServerNonce);
        change?.Invoke(request);
        var response = await CallAsync<ActivateSessionResponse>(request, cancellationToken);
        ServerNonce = response.ServerNonce!;
        return response;
    }

    /// <summary>Continues the session of another client on this one's channel.</summary>
    public void TakeSessionFrom(UaTestClient other) =>
        (AuthenticationToken, ServerNonce, Session, _clientNonce) = (
            other.AuthenticationToken,
            other.ServerNonce,
            other.Session,
            other._clientNonce
        );

    /// <summary>What the client signs for ActivateSession under a policy with signatures that are bound to the channel.</summary>
    public byte[] BoundForClient(UaTestCertificates certificates) =>
        [
            .. Channel.Thumbprint,
            .. ServerNonce,
            .. Hash(certificates.Server),
            .. Hash(certificates.Server),
            .. Hash(certificates.Client),
            .. _clientNonce,
        ];

    /// <summary>The same for a user with a certificate.</summary>
    public byte[] BoundForUser(UaTestCertificates certificates) =>
        [
            .. Channel.Thumbprint,
            .. ServerNonce,
            .. Hash(certificates.Server),
            .. Hash(certificates.Server),
            .. Hash(certificates.Client),
            .. Hash(certificates.Client),
            .. _clientNonce,
        ];

    private bool IsServers(UaTestCertificates certificates) =>
        certificates.IsServers(
            Channel.Policy,
            [.. Channel.Thumbprint, .. _clientNonce, .. Hash(certificates.Server), .. Hash(certificates.Client), .. ServerNonce],
            Session!.ServerSignature.Signature!
        );

    private byte[] Hash(OwnCertificate certificate) =>
        UaTestCertificates.HashOf(Channel.Policy) == HashAlgorithmName.SHA384
            ? SHA384.HashData(certificate.Leaf)
            : SHA256.HashData(certificate.Leaf);

    /// <summary>Sends a request and awaits its response.</summary>
    public async Task<T> CallAsync<T>(IUaStructure request, CancellationToken cancellationToken)
        where T : IUaStructure<T> => Decode<T>(await CallRawAsync(request, cancellationToken));

    /// <summary>The same, with the response's bytes.</summary>
    public async Task<byte[]> CallRawAsync(IUaStructure request, CancellationToken cancellationToken)
    {
        var header = (RequestHeader)request.GetType().GetProperty(nameof(RequestHeader))!.GetValue(request)!;
        if (header.AuthenticationToken.IsNull)
            header.AuthenticationToken = AuthenticationToken;
        if (header.RequestHandle == 0)
            header.RequestHandle = Interlocked.Increment(ref _handle);
        if (header.Timestamp == 0)
            header.Timestamp = UaTime.Now(TimeProvider.System);
        return await CallBodyAsync(UaTestChannel.Encode(request), cancellationToken);
    }

    /// <summary>Sends a request body that somebody else made up.</summary>
    public async Task<byte[]> CallBodyAsync(byte[] body, CancellationToken cancellationToken)
    {
        var response = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await _sending.WaitAsync(cancellationToken);
        try
        {
            var id = Interlocked.Increment(ref _handle) + 1_000_000;
            _waiting[id] = response;
            if (_ended is { } ended)
                throw ended;
            foreach (var chunk in Channel.Chunks(body, id))
                await Channel.SendRawAsync(chunk, cancellationToken);
        }
        finally
        {
            _sending.Release();
        }

        return await response.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Reads values.</summary>
    public async Task<DataValue[]> ReadAsync(CancellationToken cancellationToken, params NodeId[] nodes) =>
        (
            await CallAsync<ReadResponse>(
                new ReadRequest
                {
                    TimestampsToReturn = TimestampsToReturn.Both,
                    MaxAge = double.MaxValue,
                    NodesToRead = [.. nodes.Select(node => new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.Value })],
                },
                cancellationToken
            )
        ).Results;

    /// <summary>Decodes a response.</summary>
    /// <exception cref="UaException">It was a fault.</exception>
    public static T Decode<T>(byte[] body)
        where T : IUaStructure<T>
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        var type = reader.ReadNodeId();
        if (type == ServiceFault.EncodingId)
        {
            var status = ServiceFault.Decode(ref reader).ResponseHeader.ServiceResult;
            throw new UaException(status, $"Fault {StatusCodes.NameOf(status)}");
        }

        var response = T.Decode(ref reader);
        if (type != response.BinaryEncodingId || reader.Remaining != 0)
            throw new InvalidOperationException($"The response is {type} with {reader.Remaining} bytes left, not {typeof(T).Name}.");
        return response;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;
        _disposed = true;
        await _closing.CancelAsync();
        await Channel.DisposeAsync();
        await _receiving;
        _sending.Dispose();
        _closing.Dispose();
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var (id, body) = await Channel.ReceiveAsync(_closing.Token);
                if (_waiting.TryRemove(id, out var waiting))
                    waiting.SetResult(body);
            }
        }
        catch (Exception e)
        {
            _ended = e is OperationCanceledException ? new ObjectDisposedException(nameof(UaTestClient)) : e;
            foreach (var waiting in _waiting.Values)
                waiting.TrySetException(_ended);
        }
    }
}
