using S7OpcBridge.Map.Changes;

namespace S7OpcBridge.Map;

/// <summary>The changes of the server's settings in a new map: those applied at once, and those that need a restart.</summary>
/// <param name="Effective">The settings from now on.</param>
/// <param name="NeedRestart">Settings that differ from those of the start, each as the beginning of a sentence.</param>
/// <param name="Users">The changes of users, of what they may change on the page, and of brokers, as lines.</param>
/// <param name="Permits">What is newly permitted, at once or after a restart, as sentences.</param>
public sealed record SettingsChange(
    ServerSettings Effective,
    IReadOnlyList<string> NeedRestart,
    IReadOnlyList<string> Users,
    IReadOnlyList<string> Permits
)
{
    /// <summary>Compares the settings of two maps.</summary>
    public static SettingsChange Between(ServerSettings running, ServerSettings loaded)
    {
        var waiting = new List<string>();
        var permits = new List<string>();
        Compare("server: name", running.Name, loaded.Name);
        Compare("server: namespace", running.TagNamespace, loaded.TagNamespace);
        if (Compare("server: endpoint", running.Endpoint.OriginalString, loaded.Endpoint.OriginalString))
            permits.Add(
                $"The map asks for the endpoint {loaded.Endpoint.OriginalString} instead of {running.Endpoint.OriginalString}; it is opened at the "
                    + "next start."
            );
        Compare("server: advertise", string.Join(", ", running.Advertise), string.Join(", ", loaded.Advertise));
        if (
            Compare("server: security", string.Join(", ", running.Security), string.Join(", ", loaded.Security))
            && loaded.Security.Contains("None")
            && !running.Security.Contains("None")
        )
            permits.Add("The map asks for the policy None; it is offered from the next start on.");
        Compare("server: allowInsecure", running.AllowInsecure, loaded.AllowInsecure);
        if (Compare("server: anonymous", running.Anonymous, loaded.Anonymous) && loaded.Anonymous > running.Anonymous)
            permits.Add(
                $"The map lets clients without a user name {loaded.Anonymous.ToString().ToLowerInvariant()}; this applies from the next start on."
            );
        Compare("server: certificates", running.Certificates, loaded.Certificates);
        Compare("server: trust", running.TrustFirstUse, loaded.TrustFirstUse);
        Compare("server: discovery", running.Discovery, loaded.Discovery);
        if (Compare("server: reverseConnect", TextOf(running.ReverseConnect), TextOf(loaded.ReverseConnect)))
            permits.AddRange(
                loaded
                    .ReverseConnect.Select(static client => client.Client)
                    .Except(running.ReverseConnect.Select(static client => client.Client))
                    .Select(static client => $"The map asks for a connection to the client {client}; it is made from the next start on.")
            );
        if (running.History != loaded.History)
            waiting.Add("server: history");
        if (running.Limits != loaded.Limits)
            waiting.Add("server: limits such as maxSessions");
        if (!running.Issuers.Select(static issuer => issuer.Fixed).SequenceEqual(loaded.Issuers.Select(static issuer => issuer.Fixed)))
        {
            waiting.Add("server: tokens");
            foreach (var issuer in loaded.Issuers.Where(issuer => running.Issuers.All(other => other.Issuer != issuer.Issuer)))
                permits.Add($"Users of {issuer.Issuer} may log in with access tokens from the next start on.");
        }
        else
        {
            running = running with { Issuers = loaded.Issuers };
        }

        if (running.HasAccounts != loaded.HasAccounts)
        {
            waiting.Add(loaded.HasAccounts ? "server: users (there were none)" : "server: users (there are none any more)");
            return new SettingsChange(running with { NodeIds = loaded.NodeIds }, waiting, [], permits);
        }
        if (
            !(running.Roles ?? [])
                .Select(role => (role.Name, role.Like))
                .Where(role => role.Like is not null)
                .SequenceEqual((loaded.Roles ?? []).Select(role => (role.Name, role.Like)).Where(role => role.Like is not null))
        )
            waiting.Add("'like' of a role in the users file");
        var users = UserChanges(running.Users, loaded.Users, permits);
        return new SettingsChange(
            running with
            {
                NodeIds = loaded.NodeIds,
                Users = loaded.Users,
                Roles = loaded.Roles,
                UsersFile = loaded.UsersFile,
            },
            waiting,
            users,
            permits
        );

        bool Compare<T>(string key, T a, T b)
        {
            if (Equals(a, b))
                return false;
            waiting.Add($"{key} ({a} → {b})");
            return true;
        }
    }

    /// <summary>Adds the changes of the web page, the OTLP export, the cluster, the brokers and the file of alarms.</summary>
    public SettingsChange And(BridgeMap running, BridgeMap loaded)
    {
        List<string> waiting = [.. NeedRestart],
            users = [.. Users],
            permits = [.. Permits];
        if (running.Web.Edit != loaded.Web.Edit)
        {
            users.Add($"~ web: edit {EditText(running)} → {EditText(loaded)}");
            if (running.Web.Edit == false)
                permits.Add("Users who log in to the web page may change things there now (web: edit).");
        }
        if (running.Web.Summary != loaded.Web.Summary)
        {
            waiting.Add($"web ({running.Web.Summary} → {loaded.Web.Summary})");
            if (loaded.Web.IsOn)
                permits.Add(
                    $"The map asks for health, metrics and status page at {loaded.Web.Summary}; this applies from the next start on."
                );
        }
        if (running.Otlp != loaded.Otlp)
            waiting.Add($"otlp ({running.Otlp?.ToString() ?? "none"} → {loaded.Otlp?.ToString() ?? "none"})");
        if (running.Cluster != loaded.Cluster)
            waiting.Add($"cluster ({running.Cluster?.ToString() ?? "none"} → {loaded.Cluster?.ToString() ?? "none"})");
        MqttChange.Add(running.Mqtt, loaded.Mqtt, users, permits);
        if (running.Alarms?.StateFile != loaded.Alarms?.StateFile)
            waiting.Add(
                $"alarms: state ({running.Alarms?.StateFile ?? "beside the map"} → {loaded.Alarms?.StateFile ?? "beside the map"})"
            );
        return this with { NeedRestart = waiting, Users = users, Permits = permits };
    }

    private static string TextOf(IReadOnlyList<ReverseConnectSettings> clients) => clients.Count == 0 ? "none" : string.Join(", ", clients);

    private static string EditText(BridgeMap map) =>
        map.Web.Edit switch
        {
            null => "by default",
            true => "true",
            false => "false",
        };

    private static List<string> UserChanges(IReadOnlyList<UserEntry> before, IReadOnlyList<UserEntry> after, List<string> permits)
    {
        var lines = new List<string>();
        var old = before.ToDictionary(user => user.Name);
        foreach (var user in after)
        {
            if (!old.Remove(user.Name, out var was))
            {
                lines.Add($"+ user {user.Name} ({string.Join(", ", user.Roles)})");
                permits.Add($"The user {user.Name} may log in now ({string.Join(", ", user.Roles)}).");
            }
            else if (user.Roles.Except(was.Roles).ToArray() is { Length: > 0 } more)
            {
                lines.Add($"~ user {user.Name}: roles {string.Join(", ", was.Roles)} → {string.Join(", ", user.Roles)}");
                permits.Add($"The user {user.Name} has more roles now: {string.Join(", ", more)}.");
            }
            else if (
                was.Roles.Except(user.Roles).Any()
                || was.Password?.ToString() != user.Password?.ToString()
                || was.Certificate != user.Certificate
            )
            {
                lines.Add($"~ user {user.Name}");
            }
        }
        lines.AddRange(old.Keys.Select(name => $"− user {name}"));
        return lines;
    }
}
