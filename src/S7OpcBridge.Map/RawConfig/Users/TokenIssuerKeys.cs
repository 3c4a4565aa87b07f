using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Users;

/// <summary>The keys of an entry of <c>server: tokens</c>.</summary>
internal static class TokenIssuerKeys
{
    public static readonly KeyTable<RawTokenIssuer> Table = new(
        "token issuer",
        new(
            "issuer",
            KeyShape.Text,
            "The OIDC issuer as it stands in its tokens, such as https://login.plant.local/realms/ot.",
            static (yaml, issuer) =>
            {
                var spot = yaml.Spot;
                if (yaml.Text("a URL such as https://login.plant.local/realms/ot") is not { } url)
                    return;
                if (TokenIssuer.IsSafe(url))
                    issuer.Settings = issuer.Settings with { Issuer = url };
                else
                    yaml.Findings.Error(
                        spot,
                        $"'{Excerpt(url)}' is no issuer of tokens; write its URL as it stands in them, with https://"
                    );
            }
        ),
        new(
            "name",
            KeyShape.Text,
            "What follows the names of its users: anna@NAME. Default: the host of the issuer.",
            static (yaml, issuer) =>
            {
                var spot = yaml.Spot;
                if (yaml.Text() is not { } name)
                    return;
                if (UserEntry.FaultOf(name) is null && !name.Contains('@'))
                    issuer.Settings = issuer.Settings with { Name = name };
                else
                    yaml.Findings.Error(
                        spot,
                        $"'{Excerpt(name)}' is no name for an issuer; write up to {TokenIssuer.MaxName} letters without '@'"
                    );
            }
        ),
        new(
            "audience",
            KeyShape.Text,
            "What its tokens must be for (aud). Default: the ApplicationUri of this server.",
            static (yaml, issuer) => issuer.Settings = issuer.Settings with { Audience = yaml.Text() }
        ),
        new(
            "keys",
            KeyShape.Text,
            "Its public keys: a file with a JWK set, or the URL of one. Default: fetched from where its discovery document says.",
            ReadKeys
        ),
        new(
            "ca",
            KeyShape.Text,
            "File (PEM) with the CA of its web server. Default: the CAs that this machine trusts.",
            static (yaml, issuer) =>
            {
                issuer.AuthoritySpot = yaml.Spot;
                if (yaml.Text() is { } path)
                    issuer.Settings = issuer.Settings with { Authority = yaml.File.Resolve(path) };
            }
        ),
        new(
            "user",
            KeyShape.Text,
            "The claim with the user's name. Default: preferred_username where it is there, else sub.",
            static (yaml, issuer) => issuer.Settings = issuer.Settings with { UserClaim = yaml.Text() }
        ),
        new(
            "roles",
            KeyShape.MapOf(KeyShape.Texts),
            "Roles here, each with the entries of 'roles' in a token that give it: { Operator: plant-operator }.",
            static (yaml, issuer) => ReadRoles(yaml, issuer, isGroup: false)
        ),
        new(
            "groups",
            KeyShape.MapOf(KeyShape.Texts),
            "The same with entries of 'groups' in a token.",
            static (yaml, issuer) => ReadRoles(yaml, issuer, isGroup: true)
        )
    );

    /// <summary>Reads the list at the cursor.</summary>
    public static List<RawTokenIssuer> ReadList(YamlReader yaml)
    {
        var issuers = new List<RawTokenIssuer>();
        if (!yaml.EnterSequence("a list of issuers, such as [ { issuer: https://login.plant.local/realms/ot } ]"))
            return issuers;
        while (!yaml.Leave())
        {
            yaml.Key = "tokens";
            var issuer = new RawTokenIssuer { Spot = yaml.Spot };
            if (Table.Read(yaml, issuer) && issuer.Finished(yaml) is { } finished)
                issuers.Add(finished);
        }

        return issuers;
    }

    private static void ReadKeys(YamlReader yaml, RawTokenIssuer issuer)
    {
        issuer.KeysSpot = yaml.Spot;
        if (yaml.Text("a file with a JWK set, or its URL") is not { } text)
            return;
        if (!text.Contains("://", StringComparison.Ordinal))
            issuer.Settings = issuer.Settings with { KeysFile = yaml.File.Resolve(text) };
        else if (TokenIssuer.IsSafe(text))
            issuer.Settings = issuer.Settings with { KeysUrl = text };
        else
            yaml.Findings.Error(issuer.KeysSpot, $"'{Excerpt(text)}' could be changed on its way; keys are fetched over https:// alone");
    }

    private static void ReadRoles(YamlReader yaml, RawTokenIssuer issuer, bool isGroup)
    {
        if (!yaml.EnterMapping("roles with their entries, such as { Operator: plant-operator }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } role)
                continue;
            yaml.Key = role;
            issuer.RoleSpots.Add((spot, role));
            issuer.Settings = issuer.Settings with
            {
                Roles = [.. issuer.Settings.Roles, .. yaml.Texts().Select(value => new TokenRole(role, value, isGroup))],
            };
        }
    }

    private static string Excerpt(string text) => Findings.Excerpt.From(text);
}

/// <summary>An entry of <c>server: tokens</c> as written, with its locations.</summary>
internal sealed class RawTokenIssuer
{
    public required SourceLocation Spot { get; init; }

    public TokenIssuer Settings { get; set; } = new("");

    public SourceLocation KeysSpot { get; set; }

    public SourceLocation AuthoritySpot { get; set; }

    /// <summary>The names of roles here, where they stand.</summary>
    public List<(SourceLocation Spot, string Role)> RoleSpots { get; } = [];

    /// <summary>Itself, with where its keys are kept; null, after a finding, where it is of no use.</summary>
    public RawTokenIssuer? Finished(YamlReader yaml)
    {
        if (Settings.Issuer.Length == 0)
        {
            yaml.Findings.Error(Spot, "the entry of 'tokens' has no issuer; add 'issuer: https://…' as it stands in its tokens");
            return null;
        }

        if (Settings.KeysFile is { } keys && !File.Exists(keys))
            yaml.Findings.Error(
                KeysSpot,
                $"there is no file '{keys}'; save the JWK set of {Settings.Issuer} there, or remove 'keys' to fetch it"
            );
        if (Settings.Authority is { } authority && !File.Exists(authority))
            yaml.Findings.Error(AuthoritySpot, $"there is no file '{authority}'; save the CA of {Settings.Issuer} there as PEM");
        if (Settings.KeysFile is null)
            Settings = Settings with { KeptKeys = StateFolder.Resolve(yaml.File, $"issuers/{Settings.FileName}") };
        return this;
    }
}
