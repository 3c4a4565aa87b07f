using System.Diagnostics;

namespace S7OpcBridge.TestSummary;

/// <summary>Runs a class of tests again by <c>dotnet test</c>, as it was built.</summary>
internal static class SecondRun
{
    /// <summary>Runs it, and shows what it prints.</summary>
    public static async Task<bool> StartAsync(string assembly, string filter, CancellationToken cancellationToken)
    {
        Console.WriteLine($"== again: {filter}");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-again-");
        try
        {
            string[] words = ["test", $"tests/{assembly}", "--no-build", "--filter", $"FullyQualifiedName~{filter}", "--logger", "trx"];
            using var process = Process.Start(
                new ProcessStartInfo("dotnet", [.. words, "--results-directory", folder.FullName]) { RedirectStandardInput = true }
            )!;
            process.StandardInput.Close();
            await process.WaitForExitAsync(cancellationToken);
            var results = folder.GetFiles("*.trx").Select(static file => TrxFile.Read(file.FullName)).ToArray();
            return process.ExitCode == 0 && results.Sum(static file => file.Passed) > 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
