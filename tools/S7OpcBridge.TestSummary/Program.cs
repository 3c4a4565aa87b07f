using System.Globalization;
using S7OpcBridge.TestSummary;

if (args is ["coverage", var covered] && Directory.Exists(covered))
{
    foreach (var line in CoverageTable.Of(covered))
        Console.WriteLine(line);
    return 0;
}

if (
    args is not [var folder, var given]
    || !Directory.Exists(folder)
    || !int.TryParse(given, CultureInfo.InvariantCulture, out var exitCode)
)
{
    await Console.Error.WriteLineAsync(
        "usage: dotnet run --project tools/S7OpcBridge.TestSummary -- FOLDER CODE\n"
            + "FOLDER: where 'dotnet test --logger trx' put its results, and where the file 'tally' is written; CODE: the exit code of 'dotnet test'.\n"
            + "Run it at the root of this repository.\n"
            + "usage: dotnet run --project tools/S7OpcBridge.TestSummary -- coverage FOLDER\n"
            + "FOLDER: has a folder for each test project, by its name, where 'dotnet test --collect' put files of coverage."
    );
    return 2;
}

var projects = Directory
    .EnumerateDirectories("tests", "*.Tests")
    .Select(static path => Path.GetFileName(path))
    .Where(static name => File.Exists($"tests/{name}/{name}.csproj"));
var results = Directory.EnumerateFiles(folder, "*.trx").Order(StringComparer.Ordinal).Select(TrxFile.Read).ToArray();
var tally = await Tally.OfAsync(results, exitCode, [.. projects], SecondRun.StartAsync, CancellationToken.None);
await File.WriteAllTextAsync(Path.Combine(folder, "tally"), tally.ToText());
return tally.Failed == 0 ? 0 : 1;
