using System.Buffers;
using System.Collections.Immutable;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Json;

/// <summary>
/// Discovery messages (OPC 10000-14, 7.2.5.5): what a publisher is, what it publishes, whether it is there. They are written in the CompactEncoding, as that
/// clause demands: what is null, 0, false or empty is left out, and enumerations are numbers. For one thread.
/// </summary>
internal sealed partial class JsonDiscovery(ImmutableArray<string> namespaceUris) : IDisposable
{
    /// <summary>URI of the transport profile.</summary>
    public const string TransportProfile = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-json";

    private readonly UaJsonWriter _writer = new(namespaceUris);

    private Utf8JsonWriter Json => _writer.Json;

    /// <summary>
    /// State of the publisher (7.2.5.5.5). It is not cyclic: the broker sends the one with <see cref="PublisherState.Error"/> when the connection is lost, so
    /// it must not name a time.
    /// </summary>
    public void WriteStatus(IBufferWriter<byte> output, Guid messageId, string publisherId, PublisherState state)
    {
        Begin(output, messageId, "ua-status", publisherId);
        Json.WriteBoolean("IsCyclic", false);
        Json.WriteNumber("Status", (int)state);
        End();
    }

    /// <summary>What an OPC UA client is told of the server (7.2.5.5.3).</summary>
    /// <param name="capabilities">Names of OPC 10000-12, Annex D.</param>
    public void WriteApplication(
        IBufferWriter<byte> output,
        in MessageHead head,
        string publisherId,
        ApplicationDescription description,
        ImmutableArray<string> capabilities
    )
    {
        Begin(output, head.MessageId, "ua-application", publisherId);
        Time("Timestamp", head.Time);
        Json.WriteStartObject("Description");
        Application(description);
        Json.WriteEndObject();
        Texts("ServerCapabilities", capabilities);
        End();
    }

    /// <summary>Where the server can be reached (7.2.5.5.4).</summary>
    public void WriteEndpoints(
        IBufferWriter<byte> output,
        in MessageHead head,
        string publisherId,
        IReadOnlyList<EndpointDescription> endpoints
    )
    {
        Begin(output, head.MessageId, "ua-endpoints", publisherId);
        Time("Timestamp", head.Time);
        Json.WriteStartArray("Endpoints");
        foreach (var endpoint in endpoints)
            Endpoint(endpoint);
        Json.WriteEndArray();
        End();
    }

    /// <inheritdoc/>
    public void Dispose() => _writer.Dispose();

    private void Begin(IBufferWriter<byte> output, Guid messageId, string messageType, string publisherId)
    {
        _writer.Begin(output);
        Json.WriteStartObject();
        Json.WriteString("MessageId", messageId);
        Json.WriteString(JsonNames.MessageType, messageType);
        Json.WriteString(JsonNames.PublisherId, publisherId);
    }

    private void End()
    {
        Json.WriteEndObject();
        _writer.End();
    }

    private void Application(ApplicationDescription description)
    {
        Text("ApplicationUri", description.ApplicationUri);
        Text("ProductUri", description.ProductUri);
        Localized("ApplicationName", description.ApplicationName);
        Number("ApplicationType", (long)description.ApplicationType);
        Text("GatewayServerUri", description.GatewayServerUri);
        Text("DiscoveryProfileUri", description.DiscoveryProfileUri);
        Texts("DiscoveryUrls", description.DiscoveryUrls);
    }

    private void Endpoint(EndpointDescription endpoint)
    {
        Json.WriteStartObject();
        Text("EndpointUrl", endpoint.EndpointUrl);
        Json.WriteStartObject("Server");
        Application(endpoint.Server);
        Json.WriteEndObject();
        if (endpoint.ServerCertificate is { Length: > 0 } certificate)
            Json.WriteBase64String("ServerCertificate", certificate);
        Number("SecurityMode", (long)endpoint.SecurityMode);
        Text("SecurityPolicyUri", endpoint.SecurityPolicyUri);
        Json.WriteStartArray("UserIdentityTokens");
        foreach (var policy in endpoint.UserIdentityTokens)
        {
            Json.WriteStartObject();
            Text("PolicyId", policy.PolicyId);
            Number("TokenType", (long)policy.TokenType);
            Text("IssuedTokenType", policy.IssuedTokenType);
            Text("IssuerEndpointUrl", policy.IssuerEndpointUrl);
            Text("SecurityPolicyUri", policy.SecurityPolicyUri);
            Json.WriteEndObject();
        }

        Json.WriteEndArray();
        Text("TransportProfileUri", endpoint.TransportProfileUri);
        Number("SecurityLevel", endpoint.SecurityLevel);
        Json.WriteEndObject();
    }

    private void Text(string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
            Json.WriteString(name, value);
    }

    private void Texts(string name, IReadOnlyList<string?> values)
    {
        Json.WriteStartArray(name);
        foreach (var value in values)
            Json.WriteStringValue(value);
        Json.WriteEndArray();
    }

    private void Number(string name, long value)
    {
        if (value != 0)
            Json.WriteNumber(name, value);
    }

    private void Double(string name, double value)
    {
        if (value == 0)
            return;
        Json.WritePropertyName(name);
        _writer.WriteDouble(value);
    }

    private void Localized(string name, LocalizedText value)
    {
        if (value is { Text: null, Locale: null })
            return;
        Json.WritePropertyName(name);
        _writer.WriteLocalizedText(value);
    }

    private void Time(string name, long uaTicks)
    {
        Json.WritePropertyName(name);
        _writer.WriteDateTime(uaTicks);
    }
}
