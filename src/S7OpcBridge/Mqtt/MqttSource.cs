using System.Collections.Immutable;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Mqtt;

/// <summary>What entries of <c>mqtt</c> publish from.</summary>
internal sealed record MqttSource
{
    /// <summary>The PLCs with the running tags.</summary>
    public required Acquisition Acquisition { get; init; }

    /// <summary>The OPC UA server with the values.</summary>
    public required BridgeServer Server { get; init; }

    /// <summary>URI of the tags' namespace.</summary>
    public required string TagNamespace { get; init; }

    /// <summary>The namespaces of the server.</summary>
    public required ImmutableArray<string> NamespaceUris { get; init; }

    /// <summary>The server, for those who look for it.</summary>
    public required PublishedServer About { get; init; }

    /// <summary>The users; null: there are none.</summary>
    public Logins? Logins { get; init; }

    /// <summary>The certificate of the OPC UA server; null: it has none.</summary>
    public required Func<OwnCertificate?> Own { get; init; }

    /// <summary>Folder of the certificate stores; null: there are none.</summary>
    public string? Stores { get; init; }

    /// <summary>True for the name of a PLC that this node of a cluster reads; null: there is no cluster.</summary>
    public Func<string, bool>? Reads { get; init; }

    /// <summary>Called when the datasets of an entry are others, on any thread.</summary>
    public Action DataSetsChanged { get; init; } = static () => { };

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Receives the log.</summary>
    public required ILogger Logger { get; init; }
}
