namespace S7OpcBridge.Map.Changes;

/// <summary>The changes of the entries of <c>mqtt</c>, all of which are applied at once.</summary>
internal static class MqttChange
{
    /// <summary>Adds them.</summary>
    /// <param name="running">The entries so far.</param>
    /// <param name="loaded">The new ones.</param>
    /// <param name="lines">Receives a line for each changed entry.</param>
    /// <param name="permits">Receives what is newly permitted, as sentences.</param>
    public static void Add(
        IReadOnlyList<MqttSettings> running,
        IReadOnlyList<MqttSettings> loaded,
        List<string> lines,
        List<string> permits
    )
    {
        var before = running.ToDictionary(static mqtt => mqtt.Name);
        foreach (var mqtt in loaded)
        {
            if (!before.Remove(mqtt.Name, out var was))
                lines.Add($"+ mqtt {mqtt.Name} ({mqtt.BrokerText})");
            else if (mqtt != was)
                lines.Add($"~ mqtt {mqtt.Name}: {Differences(was, mqtt)}");
            if (was?.BrokerText != mqtt.BrokerText)
                permits.Add($"Values are published to the broker {mqtt.BrokerText} now (mqtt {mqtt.Name}).");
            if (mqtt.Commands is { } commands && commands.ToString() != was?.Commands?.ToString())
                permits.Add(
                    $"Messages of the broker {mqtt.BrokerText} may write {string.Join(", ", commands.Allow)} now, as "
                        + $"{(commands.User is { } user ? $"the user {user}" : "an Operator")} (mqtt {mqtt.Name})."
                );
        }
        lines.AddRange(before.Values.Select(static mqtt => $"− mqtt {mqtt.Name} ({mqtt.BrokerText})"));
    }

    private static string Differences(MqttSettings before, MqttSettings after)
    {
        var keys = new List<string>();
        Add("broker", before.BrokerText, after.BrokerText);
        Add("clientId", before.ClientId, after.ClientId);
        // Without the values: the list goes into the log.
        Add("user", before.User, after.User);
        Add("password", before.Password, after.Password);
        Add("certificate", before.Certificate, after.Certificate);
        Add("trust", before.Trust, after.Trust);
        Add("allowInsecure", before.AllowInsecure, after.AllowInsecure);
        Add("format", before.Format, after.Format);
        Add("fields", before.Fields, after.Fields);
        Add("topic", before.Topic, after.Topic);
        Add("sparkplug", before.Sparkplug, after.Sparkplug);
        Add("topicPrefix", before.TopicPrefix, after.TopicPrefix);
        Add("publish", before.Publish, after.Publish);
        Add("tags", string.Join(',', before.Tags), string.Join(',', after.Tags));
        Add("buffer", before.Buffer, after.Buffer);
        Add("retain", before.Retain, after.Retain);
        Add("qos", before.Qos, after.Qos);
        Add("settle", before.Settle, after.Settle);
        Add("commands", before.Commands?.ToString(), after.Commands?.ToString());
        return keys.Count == 0 ? "name of the server or node" : string.Join(", ", keys);

        void Add<T>(string key, T a, T b)
        {
            if (!Equals(a, b))
                keys.Add(key);
        }
    }
}
