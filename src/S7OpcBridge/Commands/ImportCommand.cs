using System.CommandLine;
using System.Text;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary><c>import SOURCE…</c>: projects of other tools into a map, with a report of what was taken, changed and left out.</summary>
internal static class ImportCommand
{
    public static Command Build()
    {
        var sources = new Argument<string[]>("source") { Description = "Files or folders of other tools' projects, or a PLC: its symbols (s7plus://HOST) or its data blocks (s7://HOST); several of one plant become one map. The format is told by the content.", Arity = ArgumentArity.OneOrMore };
        sources.Validators.Add(MapCommand.RefuseOptions);
        var output = new Option<string>("-o", "--output") { Description = "The map to write. Default plant.yaml.", HelpName = "MAP", DefaultValueFactory = _ => "plant.yaml" };
        var plc = PlcOption.Build("Name of the PLC where the source names none or has one; where it has several, the one to take.");
        var host = new Option<string?>("--host") { Description = "Address of the PLC where the source does not tell it.", HelpName = "HOST" };
        var only = new Option<string?>("--only") { Description = "Takes tags by a pattern only, such as 'Motor/*'.", HelpName = "PATTERN" };
        var encoding = new Option<string?>("--encoding") { Description = "Code page of files that do not tell it, such as windows-1251 or gbk. Default: guessed by the letters.", HelpName = "NAME" };
        var language = new Option<string?>("--language") { Description = "Language of comments where there are several, such as de-DE. Default: the first.", HelpName = "CULTURE" };
        var nodeIds = new Option<bool>("--keep-node-ids") { Description = "Tags keep the node ids of the old OPC server, so that clients change the endpoint and the namespace only." };
        var kepware = new Option<bool>("--like-kepware") { Description = "Values of type Time are whole milliseconds (Int32) instead of a Duration." };
        var report = new Option<string?>("--report") { Description = "Writes the report as JSON into a file.", HelpName = "FILE" };
        var write = new Option<bool>("--write") { Description = "Writes the changes into a map that is there; without it they are shown. What people changed in it stays." };
        var command = new Command("import", "Makes a map of other tools' projects: Kepware, TIA Portal, STEP 7, WinCC, Node-RED and others.") { sources, output, plc, host, only, encoding, language, nodeIds, kepware, report, write };
        var passwordFile = new Option<string?>("--password-file") { Description = "With s7plus:// and s7://: the file with the password of the CPU.", HelpName = "FILE" };
        var user = new Option<string?>("--user") { Description = "With s7plus://: the user that the password belongs to.", HelpName = "NAME" };
        var certificate = new Option<string?>("--certificate") { Description = "With s7plus://: the thumbprint of the CPU's certificate. Default: the one that it shows is trusted for this import.", HelpName = "THUMBPRINT" };
        var wireLog = WireLogOption.Build();
        foreach (var option in (Option[])[passwordFile, user, certificate, wireLog])
            command.Add(option);
        command.SetAction(async (parsed, cancellationToken) =>
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
                var wish = new CpuWish(parsed.GetValue(passwordFile), parsed.GetValue(user), parsed.GetValue(certificate), parsed.GetValue(wireLog));
                var asking = ImportFromS7.IsCpu(named[0])
                    ? ImportFromS7.RunAsync(named[0], wish.PasswordFile, Path.GetFileName(path), wishes, console.Error, cancellationToken)
                    : ImportFromCpu.RunAsync(named[0], wish, Path.GetFileName(path), wishes, console.Error, cancellationToken);
                return await asking is { } asked
                    ? Finish(asked, path, parsed.GetValue(report), parsed.GetValue(write), console)
                    : ExitCode.Failed;
            }
            var result = ProjectImport.Run(named, Path.GetFileName(path), wishes, cancellationToken);
            return Finish(result, path, parsed.GetValue(report), parsed.GetValue(write), console);
        });
        return command;
    }

    private static int Finish(ImportResult result, string path, string? report, bool write, InvocationConfiguration console)
    {
        ImportText.Write(result.Report, console.Output, console.Error);
        try
        {
            if (report is not null)
                AtomicFile.Write(report, ImportJson.Write(result.Report), AtomicFile.Open);
            if (result.Files.Count == 0)
            {
                console.Error.WriteLine("s7opcbridge: nothing was taken, so no map is written.");
                return ExitCode.Failed;
            }
            if (!new ImportTarget(path, console.Output, console.Error).Take(result, write))
                return ExitCode.Failed;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"s7opcbridge: {error.Message}");
            return ExitCode.Failed;
        }
        if (result.HasOpenHost)
            console.Output.WriteLine($"No source tells the address of every PLC: write it at 'host: {OpenHost.Text}' in {path}, or give --host.");
        console.Output.WriteLine($"Next: {ProgramInvocation.Command($"validate {ProgramInvocation.Quoted(path)}")}");
        return result.Report.HasFailed ? ExitCode.Failed : ExitCode.Ok;
    }

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
