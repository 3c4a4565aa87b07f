using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the keys of an entry of <c>mqtt</c> against each other, and the entries against each other.</summary>
internal static class MqttChecks
{
    private const int LongestName = 100;

    /// <summary>Two entries of one name, or of one client id at one broker.</summary>
    /// <param name="server">Name of the server, which is that of entries without one.</param>
    public static void CheckTwins(IReadOnlyList<RawMqtt> entries, string server, FindingList findings)
    {
        var names = new Dictionary<string, RawMqtt>(StringComparer.OrdinalIgnoreCase);
        var ids = new Dictionary<string, RawMqtt>();
        foreach (var entry in entries)
        {
            if (!names.TryAdd(entry.Name ?? server, entry))
            {
                var first = names[entry.Name ?? server];
                findings.Error(
                    entry.NameSpot.IsNone ? entry.Spot : entry.NameSpot,
                    $"the entry in line {first.Spot.Line} has the name '{Excerpt.From(entry.Name ?? server)}' already"
                        + $"{(entry.Name is null || first.Name is null ? ", that of the server" : "")}; give each entry a 'name' of its own"
                );
            }
            else if (entry is { Broker: { } broker, ClientId: { } id } && !ids.TryAdd($"{broker} {id}", entry))
            {
                findings.Error(
                    entry.ClientIdSpot,
                    $"the client id '{Excerpt.From(id)}' stands in line {ids[$"{broker} {id}"].ClientIdSpot.Line} already, and a broker ends the older of "
                        + "two connections with one id; change it, or remove it: the default is the name"
                );
            }
        }
    }

    /// <summary>The keys of one entry.</summary>
    public static void Check(RawMqtt entry, ServerSettings server, FindingList findings)
    {
        CheckName(entry, findings);
        CheckLogin(entry, findings);
        CheckFormat(entry, findings);
        MqttSparkplugChecks.Check(entry, findings);
        foreach (var rate in entry.Tags.Select(static rule => rule.Publish).Append(entry.Publish).OfType<RawMqttRate>())
        {
            if (rate is { Interval: not null, OnChange: not null })
                findings.Error(rate.OnChangeSpot, "'interval' and 'onChange' exclude each other; remove one of them");
        }
        if (entry.Commands is not { User: { } user } commands)
            return;
        if (server.Users.All(known => known.Name != user))
            findings.Error(
                commands.UserSpot,
                server.Users.Count == 0
                    ? $"there is no user '{Excerpt.From(user)}', because the map has no 'users' under 'server'; add one with '"
                        + $"{ProgramInvocation.Command("users add")}', or remove 'user'"
                    : $"there is no user '{Excerpt.From(user)}'; {NearestWord.Hint(user, [.. server.Users.Select(static known => known.Name)])}"
            );
    }

    private static void CheckName(RawMqtt entry, FindingList findings)
    {
        if (entry.Name is { } name && (name.Length > LongestName || MqttTopicTemplate.Level(name) != name))
            findings.Error(
                entry.NameSpot,
                $"'{Excerpt.From(name)}' cannot be a level of a topic; write up to {LongestName} characters, without + # / and without $ in front"
            );
        if (entry.ClientId is { } id && (id.Length > LongestName || id.Any(char.IsControl)))
            findings.Error(
                entry.ClientIdSpot,
                $"the client id has {(id.Length > LongestName ? $"more than {LongestName} characters" : "a control character")}; write one such as "
                    + "s7opcbridge-edge01"
            );
        if (entry.TopicPrefix is { } prefix && MqttTopicChecks.FaultOf(prefix) is { } fault)
            findings.Error(entry.TopicPrefixSpot, $"the prefix of topics '{Excerpt.From(prefix)}' {fault}");
    }

    private static void CheckLogin(RawMqtt entry, FindingList findings)
    {
        if (!entry.PasswordSpot.IsNone && entry.User is null)
            findings.Error(entry.PasswordSpot, "a password goes with the name of a user; add 'user', or remove the password");
        if (entry.Broker is not { Scheme: "mqtt" } broker)
            return;
        if (!entry.PasswordSpot.IsNone && !entry.AllowInsecure && !Loopback.IsHost(broker.Host))
            findings.Error(
                entry.PasswordSpot,
                $"the password would go to {broker.Host} in clear text, and everybody on the network could read it; write 'broker: mqtts://{broker.Host}"
                    + $":{MqttSettings.DefaultTlsPort}', or confirm with 'allowInsecure: true'"
            );
        if (!entry.CertificateSpot.IsNone)
            findings.Error(
                entry.CertificateSpot,
                "a certificate needs TLS, and the broker has none; write mqtts://, or remove 'certificate'"
            );
        if (!entry.TrustSpot.IsNone)
            findings.Error(entry.TrustSpot, "without TLS the broker shows no certificate; write mqtts://, or remove 'trust'");
    }

    private static void CheckFormat(RawMqtt entry, FindingList findings)
    {
        if (entry.Format == MqttFormat.Sparkplug)
            return;
        if (entry.Fields == MqttFields.Bare && entry.Format != MqttFormat.Value)
            findings.Error(
                entry.FieldsSpot,
                "'bare' is for 'format: value'; a message of OPC UA PubSub has names and values, so write 'values'"
            );
        if (entry.Fields == MqttFields.Typed && entry.Format == MqttFormat.Value)
            findings.Error(entry.FieldsSpot, "'typed' is for 'format: pubsub-json'; write values, values+status or bare");
        if (entry is { Format: MqttFormat.PubSubUadp, Fields: not null and not MqttFields.Values })
            findings.Error(
                entry.FieldsSpot,
                "'pubsub-uadp' has a fixed layout of plain values, which is told by its metadata; remove 'fields', or write 'format: pubsub-json'"
            );
        if (entry.Publish.KeyFrame is not { } keyFrame)
            return;
        if (entry.Format == MqttFormat.Value)
            findings.Error(
                entry.Publish.KeyFrameSpot,
                "with 'format: value' each value is a message of its own, so there are no key frames; remove it"
            );
        else if (entry.Format == MqttFormat.PubSubUadp && keyFrame != 1)
            findings.Error(
                entry.Publish.KeyFrameSpot,
                "with 'pubsub-uadp' each message has all values of its fixed layout; remove 'keyFrame', or write 1"
            );
    }
}
