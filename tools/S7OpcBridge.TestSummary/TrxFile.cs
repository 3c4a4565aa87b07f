using System.Xml;

namespace S7OpcBridge.TestSummary;

/// <summary>What a file of results (trx, of <c>dotnet test --logger trx</c>) says, also one that ends in the middle.</summary>
/// <param name="Assemblies">Names of the test projects that have results in it.</param>
/// <param name="Passed">Tests that passed.</param>
/// <param name="FailedTests">Tests that failed.</param>
/// <param name="Fault">Why there may be more than these; null: it is whole, and the run ended by itself.</param>
internal sealed record TrxFile(IReadOnlySet<string> Assemblies, int Passed, IReadOnlyList<FailedTest> FailedTests, string? Fault)
{
    private static readonly string[] FailedOutcomes = ["Failed", "Error", "Timeout", "Aborted"];

    public static TrxFile Read(string path)
    {
        var passed = 0;
        var failed = new List<(string Id, string Name)>();
        var methods = new Dictionary<string, (string Assembly, string Class)>();
        string? outcome = null;
        string? aborted = null;
        string? cut = null;
        try
        {
            // Tests print what they like, and XML cannot hold all of it.
            using var xml = XmlReader.Create(path, new XmlReaderSettings { CheckCharacters = false });
            var test = "";
            while (xml.Read())
            {
                if (xml.NodeType != XmlNodeType.Element)
                    continue;
                switch (xml.LocalName)
                {
                    case "UnitTestResult" when xml.GetAttribute("outcome") == "Passed":
                        passed++;
                        break;
                    case "UnitTestResult" when FailedOutcomes.Contains(xml.GetAttribute("outcome")):
                        failed.Add((xml.GetAttribute("testId") ?? "", xml.GetAttribute("testName") ?? "a test without a name"));
                        break;
                    case "UnitTest":
                        test = xml.GetAttribute("id") ?? "";
                        break;
                    case "TestMethod":
                        methods[test] = (AssemblyOf(xml.GetAttribute("codeBase")), xml.GetAttribute("className") ?? "");
                        break;
                    case "ResultSummary":
                        outcome = xml.GetAttribute("outcome");
                        break;
                    case "RunInfo" when xml.GetAttribute("outcome") == "Error" && xml.ReadToDescendant("Text"):
                        var text = xml.ReadElementContentAsString();
                        if (text.Contains("run was aborted", StringComparison.Ordinal))
                            aborted ??= text.Split('\n')[0].Trim();
                        break;
                    default:
                        break;
                }
            }
        }
        catch (XmlException fault)
        {
            cut = $"{Path.GetFileName(path)} is no whole file of results: {FailedTest.OneLine(fault.Message)}";
        }
        if (cut is null && aborted is null && outcome != "Completed" && failed.Count == 0)
            aborted = $"{Path.GetFileName(path)} has a run with the outcome '{outcome}' and no test that failed";
        return new TrxFile(
            methods.Values.Select(static method => method.Assembly).ToHashSet(),
            passed,
            [
                .. failed.Select(each =>
                    methods.TryGetValue(each.Id, out var method)
                        ? new FailedTest(method.Assembly, method.Class, each.Name)
                        : new FailedTest(null, null, each.Name)
                ),
            ],
            cut ?? aborted
        );
    }

    // The file may come from another system.
    private static string AssemblyOf(string? codeBase) =>
        Path.GetFileNameWithoutExtension((codeBase ?? "").Replace('\\', '/').Split('/')[^1]);
}
