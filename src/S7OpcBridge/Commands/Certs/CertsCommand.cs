using System.CommandLine;
using System.Security.Cryptography;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Certs;

/// <summary><c>certs</c>: manages the certificate stores of a map. A running bridge applies changes without a restart.</summary>
internal static class CertsCommand
{
    public static Command Build() =>
        new("certs", "Shows and changes the certificate stores: who is trusted, and the bridge's own certificate.")
        {
            List(),
            Trust(),
            Untrust(),
            Create(),
            Request(),
            Export(),
        };

    private static Command List() => Command("list", "Lists the certificates of all stores.", [], CertsListing.Print);

    private static Command Trust()
    {
        var which = WhichArgument(
            "The thumbprint (or its beginning) of a rejected certificate, a file, or 'last': the last rejected certificate."
        );
        var users = UsersOption();
        var plc = PlcNameOption(
            "Trusts for this PLC the last certificate of it that was rejected, or that of the file, in place of the stored one."
        );
        return Command(
            "trust",
            "Trusts a client, a user or the certificate of a PLC, or a CA with all of them.",
            [which, users, plc],
            (parsed, _, stores) =>
                parsed.GetValue(plc) is { } name
                    ? CertsPlcs.Trust(name, parsed.GetValue(which), stores.Plcs, parsed.InvocationConfiguration)
                    : CertsTrust.Trust(
                        parsed.GetRequiredValue(which)!,
                        parsed.GetValue(users) ? stores.Users : stores,
                        parsed.InvocationConfiguration
                    ),
            which,
            plc
        );
    }

    private static Command Untrust()
    {
        var which = WhichArgument("The thumbprint of a trusted certificate, or its beginning.");
        var users = UsersOption();
        var plc = PlcNameOption("Deletes the stored certificate of this PLC.");
        return Command(
            "untrust",
            "Removes trust; a connected client loses its channel, a user its sessions.",
            [which, users, plc],
            (parsed, _, stores) =>
                parsed.GetValue(plc) is { } name
                    ? CertsPlcs.Untrust(name, stores.Plcs, parsed.InvocationConfiguration)
                    : CertsTrust.Untrust(
                        parsed.GetRequiredValue(which)!,
                        parsed.GetValue(users) ? stores.Users : stores,
                        parsed.InvocationConfiguration
                    ),
            which,
            plc
        );
    }

    private static Command Create()
    {
        var bits = new Option<int>("--bits")
        {
            Description = $"Length of the RSA key: 2048, 3072 or 4096. Default {CertificateProfile.DefaultBits}.",
            DefaultValueFactory = _ => CertificateProfile.DefaultBits,
        };
        bits.AcceptOnlyFromAmong("2048", "3072", "4096");
        var days = NumberOption.Build("--days", $"Days it is valid. Default {CertificateProfile.DefaultDays}.", 1, 36_500);
        var curve = CurveOption();
        var web = new Option<bool>("--web")
        {
            Description = $"Makes one for the web pages only, with the addresses of this machine, for {PageCertificate.DefaultDays} days.",
        };
        return Command(
            "create",
            "Makes new self-signed certificates with the names of the map, with an RSA key and on nistP256. Clients must trust them again.",
            [bits, days, curve, web],
            (parsed, server, stores) =>
                parsed.GetValue(web)
                    ? CertsOwn.CreateForPages(
                        stores,
                        parsed.GetValue(days) ?? PageCertificate.DefaultDays,
                        server,
                        parsed.InvocationConfiguration
                    )
                    : CertsOwn.Create(
                        CertsOwn.ToCreate(parsed.GetValue(curve), stores),
                        parsed.GetValue(bits),
                        parsed.GetValue(days) ?? CertificateProfile.DefaultDays,
                        server,
                        parsed.InvocationConfiguration
                    )
        );
    }

    private static Command Request()
    {
        var file = OutOption();
        var curve = CurveOption();
        return Command(
            "csr",
            "Writes a certificate request (PKCS #10, PEM) with the names of the map, for your CA to sign.",
            [file, curve],
            (parsed, server, stores) =>
                CertsOwn.Request(
                    CertsOwn.ForCurve(parsed.GetValue(curve), stores),
                    parsed.GetValue(file),
                    server,
                    parsed.InvocationConfiguration
                )
        );
    }

    private static Command Export()
    {
        var file = OutOption();
        var curve = CurveOption();
        return Command(
            "export",
            "Writes the bridge's own certificate, for clients to trust (PEM; DER into a .der or .cer file). The private key is not exported.",
            [file, curve],
            (parsed, server, stores) =>
                CertsOwn.Export(
                    CertsOwn.ForCurve(parsed.GetValue(curve), stores),
                    parsed.GetValue(file),
                    server,
                    parsed.InvocationConfiguration
                )
        );
    }

    private static Option<string?> CurveOption()
    {
        var curve = new Option<string?>("--curve")
        {
            Description =
                $"The certificate on this elliptic curve: {string.Join(" or ", CertsOwn.Curves)}. Default: the one with an RSA key.",
        };
        curve.AcceptOnlyFromAmong(CertsOwn.Curves);
        return curve;
    }

    private static Argument<string?> WhichArgument(string description) =>
        new("which") { Description = description, Arity = ArgumentArity.ZeroOrOne };

    private static Option<string?> PlcNameOption(string description) => new("--plc") { Description = description, HelpName = "NAME" };

    private static Option<bool> UsersOption() =>
        new("--users") { Description = "Uses the stores of users' certificates instead of those of client applications." };

    private static Option<string?> OutOption() => new("--out") { Description = "The file to write. Default: standard output." };

    // Without --plc the certificate must be named.
    private static Command Command(
        string name,
        string description,
        Symbol[] symbols,
        Func<ParseResult, ServerSettings, CertificateStores, int> run,
        Argument<string?> which,
        Option<string?> plc
    )
    {
        var command = Command(name, description, symbols, run);
        command.Validators.Add(result =>
        {
            if (result.GetValue(which) is null && result.GetValue(plc) is null)
                result.AddError($"Required argument missing for command: '{name}'.");
        });
        return command;
    }

    private static Command Command(
        string name,
        string description,
        Symbol[] symbols,
        Func<ParseResult, ServerSettings, CertificateStores, int> run
    )
    {
        var command = new Command(name, description);
        foreach (var argument in symbols.OfType<Argument>())
            command.Add(argument);
        foreach (var option in symbols.OfType<Option>())
            command.Add(option);
        var map = new Option<string?>(MapCommand.Option)
        {
            Description =
                $"The tag map with the stores. Default: that of the running bridge on this machine, otherwise {MapCommand.DefaultMap}.",
            HelpName = "MAP",
        };
        command.Add(map);
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (path, isClear) = parsed.GetValue(map) is { } named
                    ? (named, true)
                    : await RunningMap.FindAsync(parsed.InvocationConfiguration.Error, cancellationToken);
                if (
                    !isClear
                    || MapCommand.Load(path ?? MapCommand.DefaultMap, parsed.InvocationConfiguration.Error, onlyErrors: true)
                        is not { } loaded
                )
                    return ExitCode.Failed;
                var stores = new CertificateStores(loaded.Server.Certificates!);
                try
                {
                    return run(parsed, loaded.Server, stores);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
                {
                    parsed.InvocationConfiguration.Error.WriteLine(
                        $"s7opcbridge: the certificate stores in {Path.GetFullPath(stores.Folder)} cannot be used: {e.Message.ReplaceLineEndings(" ")} Run "
                            + "the command as the user of the bridge."
                    );
                    return ExitCode.Failed;
                }
            }
        );
        return command;
    }
}
