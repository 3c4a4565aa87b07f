using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>A tag is found by what people call it (OPC 10000-17).</summary>
[CancelAfter(60_000)]
public sealed class TagAliasTests
{
    private const uint Aliases = 23470,
        OfAliases = 23476,
        TagVariables = 23479,
        OfTagVariables = 23485,
        AliasFor = 23469,
        HasComponent = 47;

    private static void Tags(TagList tags) =>
        tags.Class("fast", 20)
            .Tag("Motor/Speed", "DB1.DBD4", "Real")
            .Tag("Pump/Speed", "DB1.DBD8", "Real")
            .Tag("Pump/Running", "DB1.DBX0.0", "Bool");

    [Test]
    public async Task A_short_name_a_path_and_an_address_find_the_tag(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        Assert.That(await FindAsync(plant, "Running", token), Is.EqualTo(new[] { "Running: ns=2;s=Line1/Pump/Running" }));
        Assert.That(
            await FindAsync(plant, "Speed", token),
            Is.EqualTo(new[] { "Speed: ns=2;s=Line1/Motor/Speed, ns=2;s=Line1/Pump/Speed" }),
            "one alias, two nodes"
        );
        Assert.That(
            await FindAsync(plant, "Line1/Motor/Speed", token),
            Is.EqualTo(new[] { "Line1/Motor/Speed: ns=2;s=Line1/Motor/Speed" })
        );
        Assert.That(await FindAsync(plant, "DB1.DBD8", token), Is.EqualTo(new[] { "DB1.DBD8: ns=2;s=Line1/Pump/Speed" }));
        Assert.That(await FindAsync(plant, "speed", token), Is.Empty, "case matters");
    }

    [Test]
    public async Task A_structure_is_found_by_its_name_and_a_symbol_by_itself(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            static tags =>
            {
                Motors.Tags(tags);
                tags.Tag("Fan", "DB1.DBW90", "Int", new TagDetails { Symbol = "\"Drive\".Fan" });
            },
            token
        );
        var motor = await FindAsync(plant, "Motors", token);
        Assert.That(motor, Is.EqualTo(new[] { "Motors: ns=2;s=Line1/Motors" }));
        Assert.That(await FindAsync(plant, "Line1/Motors[[]_]", token), Has.Length.EqualTo(2));
        Assert.That(await FindAsync(plant, "\"Drive\"%", token), Is.EqualTo(new[] { "\"Drive\".Fan: ns=2;s=Line1/Fan" }));
    }

    [Test]
    public async Task Patterns_are_those_of_Like_and_the_reference_type_may_be_named(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        Assert.That(await FindAsync(plant, "DB1.DBD[4-7]", token), Is.EqualTo(new[] { "DB1.DBD4: ns=2;s=Line1/Motor/Speed" }));
        Assert.That(await FindAsync(plant, "R_nning", token), Has.Length.EqualTo(1));
        Assert.That(await FindAsync(plant, "Line1/Pump/%", token), Has.Length.EqualTo(2));
        Assert.That(
            await FindAsync(plant, "%", token, AliasFor, TagVariables, OfTagVariables),
            Has.Length.EqualTo(8),
            "two of the nine names are one"
        );
        Assert.That(await FindAsync(plant, "%", token, HasComponent), Is.Empty, "no alias is a component");
    }

    [Test]
    public async Task Wrong_arguments_are_told_one_by_one(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        Assert.That(await StatusAsync(Variant.From("x")), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(await StatusAsync(Variant.From("x"), default, default), Is.EqualTo("BadTooManyArguments"));
        Assert.That(
            await StatusAsync(Variant.From(1), Variant.From((NodeId)AliasFor)),
            Is.EqualTo("BadInvalidArgument BadTypeMismatch Good")
        );
        Assert.That(
            await StatusAsync(Variant.From(""), Variant.From((NodeId)Aliases)),
            Is.EqualTo("BadInvalidArgument BadInvalidArgument BadInvalidArgument"),
            "an object is no reference type"
        );
        Assert.That(
            await StatusAsync(Variant.From(new string('[', 1 << 20)), default),
            Is.EqualTo("BadInvalidArgument BadOutOfRange Good"),
            "too long"
        );
        Assert.That(await StatusAsync(Variant.From(new string('[', AliasPattern.MaxLength)), default), Is.EqualTo("Good Good Good"));

        async Task<string> StatusAsync(params Variant[] arguments)
        {
            var result = (await CallAsync(plant, token, Aliases, OfAliases, arguments));
            return string.Join(' ', result.InputArgumentResults.Prepend(result.StatusCode).Select(status => StatusCodes.NameOf(status)));
        }
    }

    [Test]
    public async Task Nobody_finds_what_the_permissions_hide(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            Tags,
            token,
            server: options => options with { Permissions = PermissionSet.None }
        );
        Assert.That(await FindAsync(plant, "%", token), Is.Empty);
    }

    private static async Task<string[]> FindAsync(
        ServedPlant plant,
        string pattern,
        CancellationToken token,
        uint type = 0,
        uint category = Aliases,
        uint method = OfAliases
    )
    {
        var result = await CallAsync(
            plant,
            token,
            category,
            method,
            Variant.From(pattern),
            Variant.From(type == 0 ? default : (NodeId)type)
        );
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo("Good"));
        return
        [
            .. ((ExtensionObject[])result.OutputArguments.Single().Reference!)
                .Select(found => (AliasNameDataType)found.Body!)
                .Select(found => $"{found.AliasName.Name}: {string.Join(", ", found.ReferencedNodes.Select(node => node.Id))}"),
        ];
    }

    private static async Task<CallMethodResult> CallAsync(
        ServedPlant plant,
        CancellationToken token,
        uint category,
        uint method,
        params Variant[] arguments
    ) =>
        (
            await plant.Client.CallAsync<CallResponse>(
                new CallRequest
                {
                    MethodsToCall =
                    [
                        new CallMethodRequest
                        {
                            ObjectId = category,
                            MethodId = method,
                            InputArguments = arguments,
                        },
                    ],
                },
                token
            )
        ).Results[0];
}
