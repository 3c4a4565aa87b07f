using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net;
using System.Security.Cryptography;
using S7OpcBridge.Hosting;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Running;

/// <summary><c>witness</c>: keeps the list of a cluster's nodes for two nodes without a database.</summary>
internal static class WitnessCommand
{
    public static Command Build()
    {
        var listen = new Option<string>("--listen")
        {
            Description = "Address and port for the nodes, such as 10.0.0.13:11200.",
            Required = true,
            HelpName = "HOST:PORT",
        };
        listen.Validators.Add(CheckEndpoint);
        var store = new Option<string>("--store")
        {
            Description = "The file with the list; made at the first start.",
            Required = true,
            HelpName = "FILE",
        };
        var secret = new Option<string?>("--secret")
        {
            Description = "The file with the secret of the cluster. Without it: the store's name with .secret, made at the first start.",
            HelpName = "FILE",
        };
        var command = new Command(
            "witness",
            "Keeps the list of a cluster's nodes, for two nodes without a database; runs on a third machine."
        )
        {
            listen,
            store,
            secret,
        };
        command.SetAction(
            (parsed, cancellationToken) =>
                ClusterFeature.Find() is { } feature
                    ? RunAsync(
                        feature,
                        parsed.GetRequiredValue(listen),
                        parsed.GetRequiredValue(store),
                        parsed.GetValue(secret),
                        parsed.InvocationConfiguration,
                        cancellationToken
                    )
                    : Task.FromResult(RefuseAll(parsed.InvocationConfiguration))
        );
        return command;
    }

    /// <summary>Refuses what is no address with a port.</summary>
    public static void CheckEndpoint(OptionResult result)
    {
        if (result.Tokens is [var token] && !IPEndPoint.TryParse(token.Value, out _))
            result.AddError($"{result.Option.Name} '{token.Value}' is no address and port such as 10.0.0.13:11200");
    }

    private static async Task<int> RunAsync(
        ClusterFeature feature,
        string listen,
        string file,
        string? secret,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    )
    {
        if (await SecretAsync(secret ?? $"{file}.secret", mayMake: secret is null, console, cancellationToken) is not { } word)
            return ExitCode.Failed;
        return await feature.RunWitnessAsync(IPEndPoint.Parse(listen), file, word, console, cancellationToken);
    }

    private static int RefuseAll(InvocationConfiguration console)
    {
        console.Error.WriteLine($"s7opcbridge: {ProgramBuild.NoWitness}");
        return ExitCode.Failed;
    }

    // Null after an error.
    private static async Task<string?> SecretAsync(
        string path,
        bool mayMake,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    )
    {
        try
        {
            if (mayMake && !File.Exists(path))
            {
                AtomicFile.Write(
                    path,
                    Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(32)) + Environment.NewLine,
                    AtomicFile.Secret
                );
                console.Output.WriteLine($"Made {path}: copy it to the nodes, as the file that 'cluster: secret' in their maps names.");
            }
            if (SecretFile.IsOpenToOthers(path))
                return Refuse($"others than its owner may read {path}: chmod 600 {path}");
            var word = (await File.ReadAllTextAsync(path, cancellationToken)).Trim();
            return word.Length >= ClusterSettings.ShortestSecret
                ? word
                : Refuse(
                    $"{path} has {word.Length} characters; a secret has at least {ClusterSettings.ShortestSecret}: openssl rand -hex 32 > {path}"
                );
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return Refuse($"the secret can't be read: {fault.Message}");
        }

        string? Refuse(string sentence)
        {
            console.Error.WriteLine($"s7opcbridge: {sentence}");
            return null;
        }
    }
}
