using System.Text.Json.Nodes;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.ApiDocument;

namespace S7OpcBridge.Web.Tests;

/// <summary>The OpenAPI document has every action and every answer of the page, and refers to nothing that is not in it.</summary>
[CancelAfter(60_000)]
public sealed class ApiDocumentTests
{
    private static readonly ActionRig Rig = new(ActionRig.WithUsers());
    private static readonly WebAction[] Actions = [.. Rig.Table.All];

    private JsonObject _document = null!;

    [OneTimeSetUp]
    public async Task Ask()
    {
        var (cookie, _) = Rig.Begin("Observer");
        Assert.That((await Rig.SendAsync("openapi.json")).Status, Is.EqualTo(401), "beyond loopback nobody sees it without a login");
        var answer = await Rig.SendAsync("openapi.json", cookie: cookie);
        Assert.That(answer.Status, Is.EqualTo(200));
        _document = JsonNode.Parse(answer.Text)!.AsObject();
    }

    [Test]
    public void Every_action_is_in_it_with_its_method_right_and_limit()
    {
        foreach (var action in Actions)
        {
            var path = _document["paths"]![action.Path]!.AsObject();
            Assert.That(path.Select(each => each.Key), Is.EqualTo(new[] { action.IsPost ? "post" : "get" }), action.Name);
            var operation = path.Single().Value!;
            Assert.That($"{operation["summary"]}", Does.EndWith("."), $"{action.Name} has no description; add it to ActionDescriptions");
            Assert.That(
                operation["security"]!.AsArray().Any(way => way!.AsObject().Count == 0),
                Is.EqualTo(action.Right <= Right.Reader),
                action.Name
            );
            if (action.Right > Right.Permission)
                Assert.That($"{operation["description"]}", Is.EqualTo($"Needs the role {action.Right}."));
            if (action.IsPost)
                Assert.That($"{operation["requestBody"]!["description"]}", Is.EqualTo($"At most {action.MaxBody} bytes."));
        }
    }

    [Test]
    public void Nothing_is_described_that_is_not_there() =>
        Assert.That(ActionDescriptions.List().Select(each => each.Name), Is.Unique.And.SubsetOf(Actions.Select(action => action.Name)));

    [Test]
    public void Every_reference_leads_to_a_schema_and_every_operation_has_a_name_of_its_own()
    {
        var references = Walk(_document)
            .OfType<JsonObject>()
            .Select(each => each["$ref"])
            .OfType<JsonValue>()
            .Select(each => $"{each}")
            .Distinct()
            .ToList();
        Assert.That(references, Has.Count.GreaterThan(30));
        foreach (var reference in references)
            Assert.That(Resolve(reference), Is.Not.Null, reference);
        var names = _document["paths"]!
            .AsObject()
            .SelectMany(path => path.Value!.AsObject())
            .Select(operation => $"{operation.Value!["operationId"]}");
        Assert.That(names, Is.Unique.And.All.Match("^[A-Za-z_]+$"));
    }

    [Test]
    public void Schemas_say_what_the_actions_take()
    {
        var schemas = _document["components"]!["schemas"]!;
        Assert.That(
            $"{schemas["WriteBody"]!["required"]}",
            Does.Contain("plc").And.Contain("tag").And.Contain("value").And.Not.Contain("confirm")
        );
        Assert.That($"{schemas["ValueList"]}", Does.Contain("Int64 and UInt64 are texts"));
        Assert.That($"{schemas["AlarmList"]}", Does.Contain("\"acknowledge\""));
        Assert.That($"{_document["paths"]!["/api/v1/values"]!["get"]!["parameters"]![1]}", Does.Contain("\"array\""));
        Assert.That(
            _document["paths"]!.AsObject().Select(path => path.Key),
            Does.Contain("/api/overview").And.Contain("/api/tags/{format}")
        );
    }

    private JsonNode? Resolve(string reference)
    {
        JsonNode? node = _document;
        foreach (var step in reference[2..].Split('/'))
            node = node is JsonArray elements ? elements[int.Parse(step)] : node?[step.Replace("~1", "/").Replace("~0", "~")];
        return node;
    }

    private static IEnumerable<JsonNode> Walk(JsonNode? node) =>
        node switch
        {
            JsonObject fields => fields.SelectMany(field => Walk(field.Value)).Prepend(node),
            JsonArray elements => elements.SelectMany(Walk).Prepend(node),
            _ => [],
        };
}
