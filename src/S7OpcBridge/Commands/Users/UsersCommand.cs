using System.CommandLine;
using System.Security.Cryptography;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Users;

/// <summary><c>users add | list | remove | revoke</c>: edits the users file. A running bridge applies changes within seconds.</summary>
internal static class UsersCommand
{
    public static Command Build() =>
        new("users", "Manages the users file: who may log in, and with which roles.") { Add(), List(), Remove(), Revoke() };

    private static Command Add()
    {
        var name = NameArgument();
        var roles = new Option<string[]>("--role")
        {
            Description = $"A role of the user, several times for several: {string.Join(", ", Role.Names)}, or one of the users file.",
            Required = true,
            AllowMultipleArgumentsPerToken = true,
        };
        var stdin = new Option<bool>("--password-stdin")
        {
            Description = "Reads the password from standard input, for scripts. Without it the program asks for the password.",
        };
        var certificate = new Option<string?>("--certificate")
        {
            Description =
                "The user shows this certificate instead of a password: a file, or a thumbprint. 'certs trust' with --users trusts it.",
        };
        certificate.Validators.Add(result =>
        {
            if (result.Tokens is [var token] && ThumbprintOf(token.Value) is null)
                result.AddError(
                    $"'{token.Value}' is neither a certificate file (DER or PEM) nor a thumbprint of {UserCertificate.ThumbprintLength} digits."
                );
        });
        var file = UsersFileOption.Build();
        var command = new Command("add", "Adds a user, or changes roles, password or certificate of an existing one.")
        {
            name,
            roles,
            stdin,
            certificate,
            file,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                if (await UsersFileOption.FileAsync(parsed, file, cancellationToken) is not { } path)
                    return ExitCode.Failed;
                var named = parsed
                    .GetRequiredValue(roles)
                    .Select(role => Role.Names.FirstOrDefault(known => known.Equals(role, StringComparison.OrdinalIgnoreCase)) ?? role)
                    .Distinct()
                    .ToArray();
                var thumbprint = parsed.GetValue(certificate) is { } shown ? ThumbprintOf(shown) : null;
                return UsersEditing.Add(
                    parsed.GetRequiredValue(name),
                    named,
                    thumbprint,
                    parsed.GetValue(stdin),
                    path,
                    parsed.InvocationConfiguration
                );
            }
        );
        return command;
    }

    private static Command List()
    {
        var file = UsersFileOption.Build();
        var command = new Command("list", "Lists the users with their roles, and the tokens for scripts.") { file };
        command.SetAction(
            async (parsed, cancellationToken) =>
                await UsersFileOption.FileAsync(parsed, file, cancellationToken) is { } path
                    ? UsersEditing.List(path, parsed.InvocationConfiguration)
                    : ExitCode.Failed
        );
        return command;
    }

    private static Command Remove()
    {
        var name = NameArgument();
        var file = UsersFileOption.Build();
        var command = new Command("remove", "Removes a user with its tokens; its sessions end within seconds.") { name, file };
        command.SetAction(
            async (parsed, cancellationToken) =>
                await UsersFileOption.FileAsync(parsed, file, cancellationToken) is { } path
                    ? UsersEditing.Remove(parsed.GetRequiredValue(name), path, parsed.InvocationConfiguration)
                    : ExitCode.Failed
        );
        return command;
    }

    private static Command Revoke()
    {
        var name = new Argument<string>("token") { Description = "The token's name, as 'users list' shows it; case matters." };
        name.Validators.Add(MapCommand.RefuseOptions);
        var file = UsersFileOption.Build();
        var command = new Command("revoke", "Revokes a token for scripts; a running bridge refuses it from then on.") { name, file };
        command.SetAction(
            async (parsed, cancellationToken) =>
                await UsersFileOption.FileAsync(parsed, file, cancellationToken) is { } path
                    ? TokenList.Revoke(parsed.GetRequiredValue(name), path, parsed.InvocationConfiguration)
                    : ExitCode.Failed
        );
        return command;
    }

    private static Argument<string> NameArgument()
    {
        var name = new Argument<string>("name") { Description = "The user's name; case matters." };
        name.Validators.Add(result =>
        {
            if (
                result.Tokens is [var token]
                && (token.Value.StartsWith('-') ? "begins with '-'" : UserEntry.FaultOf(token.Value)) is { } fault
            )
                result.AddError($"The name {fault}.");
        });
        return name;
    }

    private static string? ThumbprintOf(string text)
    {
        var digits = text.Replace(":", "").ToUpperInvariant();
        if (digits.Length == UserCertificate.ThumbprintLength && digits.All(char.IsAsciiHexDigit))
            return digits;
        try
        {
            return CertificateFiles.ReadCertificates(text)[0].Thumbprint;
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
