using System.Text.Json.Serialization;
using S7OpcBridge.Identity;

namespace S7OpcBridge.Web.Users;

/// <summary>Who is meant.</summary>
internal sealed record NameBody(string Name);

/// <summary>The own password, and the one that it becomes.</summary>
internal sealed record PasswordBody(string Old, string New);

/// <summary>Which session of a browser is meant.</summary>
internal sealed record SessionBody(int Session);

/// <summary>A token that is to be made.</summary>
/// <param name="Days">How long it lasts.</param>
internal sealed record TokenBody(string Name, IReadOnlyList<string> Roles, int Days);

/// <summary>Reads and writes the bodies of users and tokens.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(UsersAnswer))]
[JsonSerializable(typeof(UserChanges))]
[JsonSerializable(typeof(NameBody))]
[JsonSerializable(typeof(PasswordBody))]
[JsonSerializable(typeof(SessionBody))]
[JsonSerializable(typeof(TokenBody))]
[JsonSerializable(typeof(TokenMade))]
internal sealed partial class UserJson : JsonSerializerContext;
