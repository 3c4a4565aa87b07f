namespace S7OpcBridge;

/// <summary>A user as written, and where.</summary>
internal sealed class UserDraft
{
    public required SourceSpot Spot { get; init; }

    public SourceSpot NameSpot { get; set; }

    public string? Name { get; set; }

    public PasswordHash? Password { get; set; }

    /// <summary>True once something was said about a password, even wrongly.</summary>
    public bool HasPassword { get; set; }

    public UserCertificate? Certificate { get; set; }

    /// <summary>True once something was said about a certificate, even wrongly.</summary>
    public bool HasCertificate { get; set; }

    public List<string> Roles { get; } = [];

    /// <summary>True once something was said about roles, even wrongly.</summary>
    public bool HasRoles { get; set; }

    /// <summary>True for an empty list: a user who may do what everybody may that has logged in.</summary>
    public bool HasNoRoles { get; set; }

    /// <summary>Roles that are none of the well-known ones, and where: the users file has to have them.</summary>
    public List<(SourceSpot Spot, string Role)> NamedRoles { get; } = [];
}
