using System.Globalization;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>What one edit of a map of 100,000 tags costs the bridge: the edit, and the rows of the table that are shown anew.</summary>
internal static class EditCpu
{
    private const string Password = "a right password";
    private const int Plcs = 20,
        TagsOfPlc = 5000,
        Warm = 5,
        Edits = 20;

    /// <summary>CPU time of the bridge's process per edit, in milliseconds.</summary>
    public static async Task<double?> MillisecondsAsync()
    {
        var folder = Directory.CreateTempSubdirectory("edit").FullName;
        try
        {
            var site = $"http://127.0.0.1:{FreePort.Next()}";
            UsersFile.Write(
                Path.Combine(folder, "users.yaml"),
                new UsersDocument([new UserEntry("carl", PasswordHash.Compute(Password), ["ConfigureAdmin"])], null)
            );
            var map = Path.Combine(folder, "bridge.yaml");
            await File.WriteAllTextAsync(map, MapOf(site));
            await using var bridge = await BridgeProcess.StartAsync(map);
            using var browser = new HttpClient { BaseAddress = new Uri(site), Timeout = TimeSpan.FromMinutes(2) };
            browser.DefaultRequestHeaders.Add("Origin", site);
            var session = await AskAsync(browser, "login", new JsonObject { ["user"] = "carl", ["password"] = Password });
            browser.DefaultRequestHeaders.Add("X-Console-Token", session["token"]!.GetValue<string>());
            var shown = await AskAsync(
                browser,
                "map/entries",
                new JsonObject
                {
                    ["edits"] = new JsonArray(),
                    ["texts"] = new JsonArray(),
                    ["find"] = new JsonObject { ["owner"] = "PLC7" },
                }
            );
            var (state, before) = (shown["state"]!.GetValue<string>(), TimeSpan.Zero);
            for (var i = 0; i < Warm + Edits; i++)
            {
                if (i == Warm)
                    before = bridge.Cpu;
                var answer = await AskAsync(
                    browser,
                    "map/entries/more",
                    new JsonObject
                    {
                        ["state"] = state,
                        ["owner"] = "PLC7",
                        ["edits"] = new JsonArray(
                            new JsonObject
                            {
                                ["kind"] = "set",
                                ["path"] = string.Create(CultureInfo.InvariantCulture, $"plcs[PLC7]/tags[Station{i}/Value5]/unit"),
                                ["value"] = "bar",
                            }
                        ),
                    }
                );
                if (answer["refused"] is not null)
                    throw new InvalidOperationException($"The benchmark's own edit is wrong: {answer["refused"]}");
                state = answer["state"]!.GetValue<string>();
            }

            return (bridge.Cpu - before).TotalMilliseconds / Edits;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<JsonNode> AskAsync(HttpClient browser, string action, JsonObject body)
    {
        using var answer = await browser.PostAsJsonAsync($"api/v1/{action}", body);
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode
            ? JsonNode.Parse(text)!
            : throw new InvalidOperationException($"'{action}' was answered with {(int)answer.StatusCode}: {text}");
    }

    private static string MapOf(string site)
    {
        var text = new StringBuilder(
            string.Create(
                CultureInfo.InvariantCulture,
                $"server: {{ users: users.yaml, endpoint: \"opc.tcp://127.0.0.1:{FreePort.Next()}\" }}\nweb: {{ listen: \"{site}\" }}\nplcs:\n"
            )
        );
        for (var plc = 0; plc < Plcs; plc++)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"  - name: PLC{plc}\n    host: 10.0.0.{plc + 1}\n    enabled: false\n    profile: s7-1500\n    tags:\n"
            );
            for (var i = 0; i < TagsOfPlc; i++)
                text.Append(
                    CultureInfo.InvariantCulture,
                    $"      - {{ name: Station{i / 100}/Value{i % 100}, address: DB{1 + (i / 100)}.DBD{i % 100 * 4}, type: Real, unit: rpm }}\n"
                );
        }
        return text.ToString();
    }
}
