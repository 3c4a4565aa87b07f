using System.Diagnostics;
using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The Helm chart, rendered by Go's templates (helm itself is not at hand where the tests run): helm-render has the functions that the chart uses.
/// </summary>
internal static class HelmChart
{
    public const string Folder = "deploy/helm/s7opcbridge";

    /// <summary>The objects that the chart makes of its defaults and these values.</summary>
    public static async Task<IReadOnlyList<object>> RenderAsync(string values, CancellationToken cancellationToken)
    {
        var merged = Merge(
            YamlTree.Load(Shipped.Read($"{Folder}/values.yaml")),
            values == "" ? new Dictionary<string, object>() : YamlTree.Load(values)
        );
        var chart = YamlTree
            .Map(new Dictionary<string, object> { ["chart"] = YamlTree.Load(Shipped.Read($"{Folder}/Chart.yaml")) }, "chart")
            .ToDictionary(each => char.ToUpperInvariant(each.Key[0]) + each.Key[1..], each => each.Value);
        var input = JsonSerializer.Serialize(new { values = Typed(merged), chart });
        using var go = Start();
        await go.StandardInput.WriteAsync(input.AsMemory(), cancellationToken);
        go.StandardInput.Close();
        var error = go.StandardError.ReadToEndAsync(cancellationToken);
        var rendered = await go.StandardOutput.ReadToEndAsync(cancellationToken);
        await go.WaitForExitAsync(cancellationToken);
        Assert.That(go.ExitCode, Is.Zero, await error);
        return YamlTree.Documents(rendered);
    }

    /// <summary>The one object of a kind, and of a name where there are several.</summary>
    public static object Of(this IEnumerable<object> objects, string kind, string suffix = "") =>
        objects.Single(each =>
            YamlTree.Text(each, "kind") == kind && YamlTree.Text(each, "metadata/name").EndsWith(suffix, StringComparison.Ordinal)
        );

    private static Process Start()
    {
        try
        {
            var start = new ProcessStartInfo("go", ["run", "main.go", Shipped.PathOf(Folder), "bridge"])
            {
                WorkingDirectory = Shipped.PathOf("tests/S7OpcBridge.EndToEnd.Tests/Deploy/helm-render"),
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            start.Environment["GOFLAGS"] = "-mod=mod";
            return Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Ignore("Go is not on the PATH: install it (Debian: golang-go) to have the Helm chart rendered");
            throw;
        }
    }

    private static object Merge(object under, object over)
    {
        if (under is not Dictionary<string, object> below || over is not Dictionary<string, object> above)
            return over;
        var merged = new Dictionary<string, object>(below);
        foreach (var (key, value) in above)
            merged[key] = below.TryGetValue(key, out var old) && old is Dictionary<string, object> ? Merge(old, value) : value;
        return merged;
    }

    // What YAML leaves to the reader: true, false, null and numbers.
    private static object? Typed(object value) =>
        value switch
        {
            Dictionary<string, object> map => map.ToDictionary(each => each.Key, each => Typed(each.Value)),
            List<object> list => list.Select(Typed).ToList(),
            "true" => true,
            "false" => false,
            "null" => null,
            string text when int.TryParse(text, out var number) => number,
            _ => value,
        };
}
