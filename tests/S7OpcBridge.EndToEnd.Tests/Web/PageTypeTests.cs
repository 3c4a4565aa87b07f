namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The modules of the pages need no compiler, but one looks at them: names, arguments and the types of their JSDoc.</summary>
[TestFixture, CancelAfter(240_000)]
public sealed class PageTypeTests
{
    [Test]
    public async Task TypeScript_finds_nothing_in_the_modules_of_the_pages(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("typescript");
        var complaints = await Interop.RunAsync("page-types.js", cancellationToken);
        Assert.That(complaints.EnumerateArray().Select(static line => line.GetString()), Is.Empty);
    }
}
