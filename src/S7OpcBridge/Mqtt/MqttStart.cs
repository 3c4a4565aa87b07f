using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.PubSub;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Mqtt;

/// <summary>Makes the part of the program that publishes to brokers.</summary>
internal static class MqttStart
{
    private const string UaNamespace = "http://opcfoundation.org/UA/";

    /// <summary>Makes it; nothing is published yet.</summary>
    /// <param name="running">Returns the running map.</param>
    /// <param name="server">The OPC UA server.</param>
    /// <param name="logins">The users; null: there are none.</param>
    /// <param name="own">Returns the certificate of the server; null: it has none.</param>
    /// <param name="shown">Shows to OPC UA clients what is published; null: nobody does.</param>
    /// <param name="reads">True for the name of a PLC that this node of a cluster reads; null: there is no cluster.</param>
    public static MqttPart Create(
        Func<BridgeMap> running,
        Acquisition acquisition,
        BridgeServer server,
        Logins? logins,
        Func<OwnCertificate?> own,
        PublishSubscribeExtension? shown,
        Func<string, bool>? reads,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        var settings = running().Server;
        return MqttHosting.Create(
            new MqttSource
            {
                Acquisition = acquisition,
                Server = server,
                TagNamespace = settings.TagNamespace,
                NamespaceUris = [UaNamespace, settings.ApplicationUri, settings.TagNamespace],
                About = new PublishedServer(
                    settings.ApplicationUri,
                    ProgramVersion.Build.ProductUri!,
                    settings.Name,
                    settings.ClientUrls,
                    () => server.EndpointsAt(settings.ClientUrls)
                ),
                Logins = logins,
                Own = own,
                Stores = settings.Certificates,
                Reads = reads,
                Time = time,
                Logger = loggers.CreateLogger("S7OpcBridge.Mqtt"),
            },
            shown
        );
    }
}
