using System.Security.Cryptography;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>A session of the load client.</summary>
internal sealed class LoadSession : IDisposable
{
    private readonly NodeId _authentication;

    private LoadSession(LoadChannel channel, NodeId authentication) => (Channel, _authentication) = (channel, authentication);

    public LoadChannel Channel { get; }

    /// <summary>Connects and logs in as nobody.</summary>
    public static LoadSession Open(string url, LoadSecurity? security)
    {
        var channel = LoadChannel.Open(url, security);
        var nonce = RandomNumberGenerator.GetBytes(32);
        var created = channel.Call<CreateSessionResponse>(
            new CreateSessionRequest
            {
                RequestHeader = { Timestamp = Now() },
                ClientDescription = new ApplicationDescription
                {
                    ApplicationUri = LoadSecurity.ClientUri,
                    ApplicationType = ApplicationType.Client,
                },
                EndpointUrl = url,
                SessionName = "load",
                ClientNonce = nonce,
                ClientCertificate = security?.Own.Leaf,
                RequestedSessionTimeout = 600_000,
            }
        );
        var session = new LoadSession(channel, created.AuthenticationToken);
        var activate = new ActivateSessionRequest
        {
            RequestHeader = session.NewHeader(),
            UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = AnonymousPolicy(created, security) }),
        };
        if (security is not null)
            activate.ClientSignature = Sign(channel, security, nonce, created);
        channel.Call<ActivateSessionResponse>(activate);
        return session;
    }

    public RequestHeader NewHeader() =>
        new()
        {
            AuthenticationToken = _authentication,
            Timestamp = Now(),
            RequestHandle = 1,
        };

    /// <summary>A subscription without items.</summary>
    public uint Subscribe(double publishingInterval) =>
        Channel
            .Call<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestHeader = NewHeader(),
                    RequestedPublishingInterval = publishingInterval,
                    RequestedLifetimeCount = 60_000,
                    RequestedMaxKeepAliveCount = 1_000,
                    PublishingEnabled = true,
                }
            )
            .SubscriptionId;

    /// <summary>Monitors nodes, so many per call, with queues of one value. The client handle is the node's place in the list.</summary>
    public void Monitor(uint subscription, ReadOnlySpan<NodeId> nodes, double samplingInterval, int perCall = 1000)
    {
        for (var at = 0; at < nodes.Length; at += perCall)
        {
            var part = nodes[at..Math.Min(at + perCall, nodes.Length)];
            var items = new MonitoredItemCreateRequest[part.Length];
            for (var i = 0; i < items.Length; i++)
                items[i] = Item(part[i], (uint)(at + i), samplingInterval);
            var created = Channel.Call<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    RequestHeader = NewHeader(),
                    SubscriptionId = subscription,
                    TimestampsToReturn = TimestampsToReturn.Both,
                    ItemsToCreate = items,
                }
            );
            if (created.Results.FirstOrDefault(result => result.StatusCode.IsBad) is { } refused)
                throw new UaException(refused.StatusCode, $"An item was refused: {StatusCodes.NameOf(refused.StatusCode)}");
        }
    }

    /// <summary>Writes an Int32; false where the node is not there.</summary>
    public bool TryWrite(NodeId node, int value) =>
        Channel
            .Call<WriteResponse>(
                new WriteRequest
                {
                    RequestHeader = NewHeader(),
                    NodesToWrite =
                    [
                        new WriteValue
                        {
                            NodeId = node,
                            AttributeId = (uint)AttributeId.Value,
                            Value = new DataValue(Variant.From(value), StatusCodes.Good, 0, 0),
                        },
                    ],
                }
            )
            .Results[0]
            .IsGood;

    /// <summary>Ends a session on which nothing is under way.</summary>
    public void Close() =>
        Channel.Call<CloseSessionResponse>(new CloseSessionRequest { RequestHeader = NewHeader(), DeleteSubscriptions = true });

    public void Dispose() => Channel.Dispose();

    private static MonitoredItemCreateRequest Item(NodeId node, uint handle, double samplingInterval) =>
        new()
        {
            ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.Value },
            MonitoringMode = MonitoringMode.Reporting,
            RequestedParameters = new MonitoringParameters
            {
                ClientHandle = handle,
                SamplingInterval = samplingInterval,
                QueueSize = 1,
                DiscardOldest = true,
            },
        };

    private static SignatureData Sign(LoadChannel channel, LoadSecurity security, byte[] nonce, CreateSessionResponse created)
    {
        var (policy, own) = (security.Policy, security.Own);
        if (!policy.IsEnhanced)
            return Signatures.Sign(policy, own, created.ServerCertificate!, created.ServerNonce!);
        // OPC 10000-4, 6.1.8
        byte[] Hash(byte[] certificate) => CryptographicOperations.HashData(policy.Hash, certificate);
        var server = Hash(security.Server.Leaf);
        byte[] data = [.. channel.Thumbprint, .. created.ServerNonce!, .. server, .. server, .. Hash(own.Leaf), .. nonce];
        return new SignatureData { Signature = Signatures.Sign(policy, own, data) };
    }

    private static string? AnonymousPolicy(CreateSessionResponse session, LoadSecurity? security)
    {
        var policy = (security?.Policy ?? SecurityPolicy.None).Uri;
        var endpoint = session.ServerEndpoints.FirstOrDefault(e =>
            e.SecurityPolicyUri == policy && (security is null || e.SecurityMode == MessageSecurityMode.SignAndEncrypt)
        );
        return endpoint?.UserIdentityTokens.FirstOrDefault(token => token.TokenType == UserTokenType.Anonymous)?.PolicyId ?? "anonymous";
    }

    private static long Now() => UaTime.Now(TimeProvider.System);
}
