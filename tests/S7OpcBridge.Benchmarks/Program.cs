using S7OpcBridge.Benchmarks;

// dotnet run -c Release --project tests/S7OpcBridge.Benchmarks -- budgets | <BenchmarkDotNet arguments>
if (args is ["budgets", ..])
    return await BudgetRun.RunAsync(args[1..]);
BenchmarkDotNet.Running.BenchmarkSwitcher.FromAssembly(typeof(BudgetRun).Assembly).Run(args);
return 0;
