namespace S7OpcBridge.Web.Actions;

/// <summary>Who is logged in, and what this permits.</summary>
/// <param name="User">The user; null: nobody.</param>
/// <param name="Roles">The user's roles.</param>
/// <param name="Actions">Names of the actions that would be done now.</param>
/// <param name="Token">What each change has to repeat in the header X-Console-Token; null: nothing, as there is no cookie.</param>
/// <param name="IdleSeconds">After how long without anything that the user does the session ends.</param>
/// <param name="WhyNoLogin">Why nobody can log in; null: users can.</param>
/// <param name="WhyNoChange">Why nobody can change anything; null: users can.</param>
/// <param name="WhyNoMapChange">Why nobody can change the map; null: users can.</param>
/// <param name="TakesAccessTokens">True where users may log in with access tokens of an issuer.</param>
internal sealed record SessionAnswer(
    string? User,
    IReadOnlyList<string> Roles,
    IReadOnlyList<string> Actions,
    string? Token,
    int IdleSeconds,
    string? WhyNoLogin,
    string? WhyNoChange,
    string? WhyNoMapChange,
    bool TakesAccessTokens = false
);

/// <summary>The body of a login: a name with a password, or an access token of an issuer.</summary>
internal sealed record LoginBody(string User = "", string Password = "", string? AccessToken = null);
