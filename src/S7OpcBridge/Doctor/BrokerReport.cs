using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Serialization;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Mqtt;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Doctor;

/// <summary>A broker to which values are published (<c>mqtt</c>), as <c>doctor</c> sees it.</summary>
/// <param name="Name">Name of the entry.</param>
/// <param name="Broker">Its URL.</param>
/// <param name="ClientId">The client id that was used, another than the publisher's.</param>
/// <param name="Stages">The stages.</param>
internal sealed record BrokerReport(string Name, string Broker, string ClientId, IReadOnlyList<StageReport> Stages)
{
    private const string FailedResult = "failed";

    /// <summary>True: all stages are passed.</summary>
    public bool Ok => Stages.All(static stage => stage.Result != FailedResult);

    /// <summary>The failed stage; null: none.</summary>
    [JsonIgnore]
    public StageReport? Failed => Stages.FirstOrDefault(static stage => stage.Result == FailedResult);

    /// <summary>Tries each broker of the map once, all at the same time.</summary>
    public static async Task<IReadOnlyList<BrokerReport>> ProbeAsync(
        BridgeMap map,
        TimeProvider time,
        CancellationToken cancellationToken
    ) => await Task.WhenAll(map.Mqtt.Select(mqtt => ProbeAsync(map, mqtt, time, cancellationToken)));

    private static async Task<BrokerReport> ProbeAsync(
        BridgeMap map,
        MqttSettings mqtt,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        // The publisher's own would end its connection.
        var clientId = $"{mqtt.ClientId}-doctor";
        string? distrust = null;
        X509Certificate2? certificate;
        try
        {
            certificate = CertificateOf(map, mqtt, time);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
        {
            return new(
                mqtt.Name,
                mqtt.BrokerText,
                clientId,
                [new StageReport("tls", FailedResult, $"{mqtt.Certificate!.File} with {mqtt.Certificate.Key} cannot be used: {e.Message}")]
            );
        }
        var stages = await BrokerProbe.RunAsync(
            new BrokerOptions
            {
                Address = mqtt.Broker,
                ClientId = clientId,
                User = mqtt.User,
                Password = mqtt.Password,
                AllowInsecure = mqtt.AllowInsecure,
                Certificate = certificate,
                ConnectTimeout = TimeSpan.FromSeconds(10),
                Validate = mqtt.HasTls
                    ? (_, presented, chain, errors) =>
                    {
                        using var shown = presented is null ? null : X509CertificateLoader.LoadCertificate(presented.GetRawCertData());
                        distrust = shown is null
                            ? "The broker shows no certificate."
                            : BrokerTrust.WhyNot(shown, chain, errors, mqtt, map.Server.Certificates);
                        return distrust is null;
                    }
                    : null,
            },
            TopicOf(map, mqtt),
            map.Tags.Listed.Select(tag => mqtt.CommandTopicOf(map.Tags, tag)).FirstOrDefault(static topic => topic is not null),
            time,
            cancellationToken
        );
        return new(
            mqtt.Name,
            mqtt.BrokerText,
            clientId,
            [
                .. stages.Select(stage =>
                    stage is { Stage: "tls", Result: FailedResult } && distrust is not null ? stage with { Detail = distrust } : stage
                ),
            ]
        );
    }

    // Below a topic of the data, where nobody subscribes to a single topic, and where the same permission mostly counts.
    private static string TopicOf(BridgeMap map, MqttSettings mqtt) =>
        map.Tags.Listed.Select(tag => mqtt.PlaceOf(map.Tags, tag)).FirstOrDefault(static place => place is not null) is { } place
            ? $"{place.Topic}/doctor"
            : $"{mqtt.TopicPrefix}/doctor";

    private static X509Certificate2? CertificateOf(BridgeMap map, MqttSettings mqtt, TimeProvider time) =>
        mqtt.Certificate switch
        {
            null => null,
            { File: { } file, Key: { } key } => X509Certificate2.CreateFromPemFile(file, key),
            _ => new OwnCertificates(new CertificateStores(map.Server.Certificates!))
                .Read(time.GetUtcNow(), static _ => { })
                .FirstOrDefault()
                ?.Certificate,
        };
}
