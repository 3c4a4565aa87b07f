using System.CommandLine;
using System.Text;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Pages;
using S7OpcBridge.Planning;
using S7OpcBridge.S7;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Commands.Import;

/// <summary><c>import SOURCE…</c>: projects of other tools into a map, with a report of what was taken, changed and left out.</summary>
internal static class ImportCommand
{
    public static Command Build()
    {
        var sources = new Argument<string[]>("source")
        {
            Description =
                "Files or folders of other tools' projects, or a PLC: its symbols (s7plus://HOST) or its data blocks (s7://HOST); several of one plant become "
                + "one map. The format is told by the content.",
            Arity = ArgumentArity.OneOrMore,
        };
        sources.Validators.Add(MapCommand.RefuseOptions);
        var output = new Option<string>("-o", "--output")
        {
            Description = "The map to write. Default plant.yaml.",
            HelpName = "MAP",
            DefaultValueFactory = _ => "plant.yaml",
        };
        var plc = PlcOption.Build("Name of the PLC where the source names none or has one; where it has several, the one to take.");
        var host = new Option<string?>("--host")
        {
            Description = "Address of the PLC where the source does not tell it.",
            HelpName = "HOST",
        };
        var only = new Option<string?>("--only") { Description = "Takes tags by a pattern only, such as 'Motor/*'.", HelpName = "PATTERN" };
        var encoding = new Option<string?>("--encoding")
        {
            Description = "Code page of files that do not tell it, such as windows-1251 or gbk. Default: guessed by the letters.",
            HelpName = "NAME",
        };
        var language = new Option<string?>("--language")
        {
            Description = "Language of comments where there are several, such as de-DE. Default: the first.",
            HelpName = "CULTURE",
        };
        var nodeIds = new Option<bool>("--keep-node-ids")
        {
            Description = "Tags keep the node ids of the old OPC server, so that clients change the endpoint and the namespace only.",
        };
        var kepware = new Option<bool>("--like-kepware")
        {
            Description = "Values of type Time are whole milliseconds (Int32) instead of a Duration.",
        };
        var report = new Option<string?>("--report") { Description = "Writes the report as JSON into a file.", HelpName = "FILE" };
        var write = new Option<bool>("--write")
        {
            Description = "Writes the changes into a map that is there; without it they are shown. What people changed in it stays.",
        };
        var command = new Command(
            "import",
            "Makes a map of other tools' projects: Kepware, TIA Portal, STEP 7, WinCC, Node-RED and others."
        )
        {
            sources,
            output,
            plc,
            host,
            only,
            encoding,
            language,
            nodeIds,
            kepware,
            report,
            write,
        };
        var passwordFile = new Option<string?>("--password-file")
        {
            Description = "With s7plus:// and s7://: the file with the password of the CPU.",
            HelpName = "FILE",
        };
        var user = new Option<string?>("--user")
        {
            Description = "With s7plus://: the user that the password belongs to.",
            HelpName = "NAME",
        };
        var certificate = new Option<string?>("--certificate")
        {
            Description =
                "With s7plus://: the thumbprint of the CPU's certificate. Default: the one that it shows is trusted for this import.",
            HelpName = "THUMBPRINT",
        };
        var wireLog = WireLogOption.Build();
        foreach (var option in (Option[])[passwordFile, user, certificate, wireLog])
            command.Add(option);
        var browse = new Option<bool>("--browse")
        {
            Description =
                "Opens a page on this machine where you choose tags, scan classes and access, and see the load of the PLCs, before the map is written.",
        };
        var port = NumberOption.Build("--port", "With --browse: the port of the page. Default: a free one.", 1, 65535);
        command.Add(browse);
        command.Add(port);
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var console = parsed.InvocationConfiguration;
                if (!TryFindEncoding(parsed.GetValue(encoding), console.Error, out var codePage))
                    return ExitCode.Usage;
                var path = parsed.GetRequiredValue(output);
                var wishes = new ImportOptions
                {
                    Plc = parsed.GetValue(plc),
                    Host = parsed.GetValue(host),
                    Only = parsed.GetValue(only),
                    Encoding = codePage,
                    Language = parsed.GetValue(language),
                    KeepNodeIds = parsed.GetValue(nodeIds),
                    LikeKepware = parsed.GetValue(kepware),
                };
                var named = parsed.GetRequiredValue(sources);
                if (named.Any(source => ImportFromCpu.IsCpu(source) || ImportFromS7.IsCpu(source)))
                {
                    if (named.Length > 1)
                    {
                        console.Error.WriteLine("s7opcbridge: a CPU is imported alone; give one s7plus:// or s7:// and no files.");
                        return ExitCode.Usage;
                    }
                    var wish = new CpuOptions(
                        parsed.GetValue(passwordFile),
                        parsed.GetValue(user),
                        parsed.GetValue(certificate),
                        parsed.GetValue(wireLog)
                    );
                    var asking = ImportFromS7.IsCpu(named[0])
                        ? ImportFromS7.RunAsync(named[0], wish.PasswordFile, wish.WireLog, wishes, console.Error, cancellationToken)
                        : ImportFromCpu.RunAsync(named[0], wish, wishes, console.Error, cancellationToken);
                    return await asking is { } asked ? await TakeAsync(asked) : ExitCode.Failed;
                }
                return await TakeAsync(ProjectImport.List(named, wishes, cancellationToken));

                async Task<int> TakeAsync(ImportList list)
                {
                    if (!parsed.GetValue(browse))
                        return Finish(list.Write(Path.GetFileName(path)), path, parsed.GetValue(report), parsed.GetValue(write), console);
                    if (!TryReport(list.Report, list.HasTags, parsed.GetValue(report), console))
                        return ExitCode.Failed;
                    var wish = new ImportBrowseOptions(
                        path,
                        parsed.GetValue(port) ?? 0,
                        parsed.GetValue(write),
                        ProgramVersion.Text,
                        ImportLoad.Compute
                    )
                    {
                        Examine = static loaded => [.. PlanFindings.For(loaded)],
                        Tags = new TagCommands { LoadOf = PageTags.LoadOf },
                    };
                    using var signals = StopSignals.Listen(cancellationToken);
                    return await ImportBrowser.RunAsync(list, wish, console.Output, console.Error, signals.Token) is { } written
                        ? ExitOf(written)
                        : ExitCode.Failed;
                }
            }
        );
        return command;
    }

    private static int Finish(ImportResult result, string path, string? report, bool write, InvocationConfiguration console)
    {
        if (!TryReport(result.Report, result.Files.Count > 0, report, console))
            return ExitCode.Failed;
        try
        {
            if (!new ImportTarget(path, console.Output, console.Error).Write(result, write))
                return ExitCode.Failed;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"s7opcbridge: {error.Message}");
            return ExitCode.Failed;
        }
        foreach (var line in ImportText.NextSteps(result, path))
            console.Output.WriteLine(line);
        return ExitOf(result);
    }

    private static bool TryReport(ImportReport report, bool hasTags, string? path, InvocationConfiguration console)
    {
        ImportText.Write(report, console.Output, console.Error);
        try
        {
            if (path is not null)
                AtomicFile.Write(path, ImportJson.Write(report), AtomicFile.Open);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"s7opcbridge: {error.Message}");
            return false;
        }
        if (!hasTags)
            console.Error.WriteLine("s7opcbridge: nothing was taken, so no map is written.");
        return hasTags;
    }

    private static int ExitOf(ImportResult result) => result.Report.HasFailed ? ExitCode.Failed : ExitCode.Ok;

    private static bool TryFindEncoding(string? name, TextWriter error, out Encoding? encoding)
    {
        encoding = null;
        if (name is null)
            return true;
        if (S7TextEncodings.TryFind(name, out var found, out var fault))
            encoding = found;
        else
            error.WriteLine($"s7opcbridge: {fault}");
        return encoding is not null;
    }
}
