using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>
/// What in a map decides who gets in, and who may do what. In OPC UA (10000-3, 4.9.2) this is for the role SecurityAdmin, all else for ConfigureAdmin.
/// </summary>
public static class SecuritySettings
{
    /// <summary>The settings of this kind in which two maps differ, by their keys.</summary>
    public static IReadOnlyList<string> Differences(BridgeMap before, BridgeMap after)
    {
        var keys = new List<string>();
        var (old, now) = (before.Server, after.Server);
        Add("server: users", old.UsersFile == now.UsersFile && TextOf(old.Users) == TextOf(now.Users));
        Add(
            "server: tokens",
            old.Issuers.Select(static issuer => issuer.Text).SequenceEqual(now.Issuers.Select(static issuer => issuer.Text))
        );
        Add("roles", TextOf(old.Roles) == TextOf(now.Roles));
        Add("server: anonymous", old.Anonymous == now.Anonymous);
        Add("server: allowInsecure", old.AllowInsecure == now.AllowInsecure);
        Add("server: security", old.Security.SequenceEqual(now.Security));
        Add("server: certificates", old.Certificates == now.Certificates);
        Add("server: reverseConnect", old.ReverseConnect.SequenceEqual(now.ReverseConnect));
        Add("server: trust", old.TrustFirstUse == now.TrustFirstUse);
        Add("web", before.Web.Summary == after.Web.Summary && before.Web.Edit == after.Web.Edit);
        Add("cluster", before.Cluster == after.Cluster);
        Add("mqtt", before.Mqtt.Select(SecurityOf).SequenceEqual(after.Mqtt.Select(SecurityOf)));
        var rights = before.Tags.Plcs.ToDictionary(plc => plc.Name, plc => plc.Rights);
        foreach (var plc in after.Tags.Plcs)
            Add($"rights of {plc.Name}", (rights.GetValueOrDefault(plc.Name) ?? TagRightsRules.Empty) == plc.Rights);
        return keys;

        void Add(string key, bool isSame)
        {
            if (!isSame)
                keys.Add(key);
        }
    }

    private static string SecurityOf(MqttSettings mqtt) =>
        $"{mqtt.Name}\0{mqtt.BrokerText}\0{mqtt.User}\0{mqtt.Password}\0{mqtt.Certificate}\0{mqtt.Trust}\0{mqtt.AllowInsecure}\0{mqtt.Commands}";

    private static string TextOf(IReadOnlyList<UserEntry> users) =>
        string.Join(
            '\n',
            users.Select(user =>
                $"{user.Name}\0{user.Password}\0{string.Join(',', user.Roles)}\0{user.Certificate}\0{user.IsDisabled}{user.NoDelete}{user.NoChangeByUser}"
            )
        );

    private static string TextOf(IReadOnlyList<RoleEntry>? roles) =>
        string.Join(
            '\n',
            (roles ?? []).Select(role =>
                $"{role.Name}\0{role.NamespaceUri}\0{role.Like}\0{string.Join(',', role.GivenTo)}"
                + $"\0{string.Join(',', role.TokenRoles)}\0{string.Join(',', role.TokenGroups)}\0{string.Join(',', role.Applications)}"
                + $"\0{role.ApplicationsExclude}\0{string.Join(',', role.Endpoints)}\0{role.EndpointsExclude}"
            )
        );
}
